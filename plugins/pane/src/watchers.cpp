#include "watchers.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace venomx::pane
{

namespace
{

/// A timer that comes so much too late tells of a process that was stopped; one that does so again, of a machine that is busy.
constexpr std::chrono::milliseconds kStopped{1'000};
/// A search takes the terminals' thread and the console no longer at a stretch.
constexpr std::chrono::milliseconds kPiece{2};
/// Of a line longer than this the end alone is searched, for a search is not broken off within a line.
constexpr std::size_t kLongestLine = std::size_t{64} * 1024;

} // namespace

IdleWatcher::IdleWatcher(std::shared_ptr<Wait> wait, std::chrono::milliseconds quiet) : _wait(std::move(wait)), _quiet(quiet) {}

bool IdleWatcher::begin(Console& console, EventLoop& loop)
{
    _console = &console;
    _loop = &loop;
    _begun = EventLoop::Clock::now();
    sleep(_quiet);
    return true;
}

bool IdleWatcher::output(Console&)
{
    return true;
}

void IdleWatcher::end()
{
    if (_loop != nullptr) _loop->cancel(std::exchange(_timer, EventLoop::TimerId::none));
}

void IdleWatcher::sleep(std::chrono::milliseconds time)
{
    _due = EventLoop::Clock::now() + time;
    _timer = _loop->after(time, [self = shared_from_this()] { self->woke(); });
}

/// One timer for many outputs: it looks at the last of them and sleeps on for what is missing.
void IdleWatcher::woke()
{
    _timer = EventLoop::TimerId::none;
    const auto now = EventLoop::Clock::now();
    const bool wasLate = std::exchange(_late, now - _due > kStopped);
    if (_console->outputWaits() || (_late && !wasLate)) return beginAnew(now);
    const auto quiet = now - std::max(_begun, _console->lastOutput());
    if (quiet < _quiet) return sleep(std::chrono::ceil<std::chrono::milliseconds>(_quiet - quiet));
    _wait->happened({.reason = "idle", .offset = _console->bytesOut()});
}

void IdleWatcher::beginAnew(EventLoop::Clock::time_point now)
{
    _begun = now;
    sleep(_quiet);
}

std::optional<Wait::Outcome> findPrompt(const Console& console, std::uint64_t since)
{
    const std::uint64_t prompt = console.lastPrompt();
    if (prompt <= since) return std::nullopt;
    return Wait::Outcome{.reason = "prompt", .offset = prompt, .match = {}};
}

PromptWatcher::PromptWatcher(std::shared_ptr<Wait> wait, std::uint64_t since) : _wait(std::move(wait)), _since(since) {}

bool PromptWatcher::begin(Console&, EventLoop&)
{
    return true;
}

bool PromptWatcher::output(Console& console)
{
    auto outcome = findPrompt(console, _since);
    if (!outcome) return true;
    _wait->happened(std::move(*outcome));
    return false;
}

std::optional<Wait::Outcome> MatchSearch::look(const Console& console, Pass& pass)
{
    std::optional<Wait::Outcome> outcome;
    const auto visit = [&](std::string_view line, std::uint64_t written)
    {
        if (line.size() > kLongestLine) line.remove_prefix(line.size() - kLongestLine);
        re2::StringPiece found;
        if (!_expression->Match({line.data(), line.size()}, 0, line.size(), RE2::UNANCHORED, &found, 1)) return true;
        outcome = Wait::Outcome{.reason = "match", .offset = written + 1, .match = std::string{found.data(), found.size()}};
        return false;
    };
    const std::uint64_t since = _since.load(std::memory_order_relaxed);
    const auto end = EventLoop::Clock::now() + kPiece;
    const auto enough = [end] { return EventLoop::Clock::now() >= end; };
    console.look(
        [&](const Screen& screen)
        {
            if (!pass.next) pass.fed = screen.bytesFed();
            pass.next = screen.writtenSince(since, visit, pass.next.value_or(0), enough);
        });
    if (!outcome && !pass.next) _since.store(std::max(since, pass.fed), std::memory_order_relaxed);
    return outcome;
}

MatchWatcher::MatchWatcher(std::shared_ptr<Wait> wait, std::shared_ptr<MatchSearch> search)
    : _wait(std::move(wait)), _search(std::move(search))
{
}

bool MatchWatcher::begin(Console&, EventLoop&)
{
    return true;
}

bool MatchWatcher::output(Console& console)
{
    auto outcome = _search->look(console, _pass);
    if (!outcome) return true;
    _wait->happened(std::move(*outcome));
    return false;
}

} // namespace venomx::pane
