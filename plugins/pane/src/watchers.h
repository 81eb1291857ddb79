// What pane.wait may wait for in a pane's output. Each reports once to its wait and is then done. Made on the control loop,
// used on the pane's PTY thread alone.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <re2/re2.h>

#include "PtyThread.h"
#include "Wait.h"

namespace venomx::pane
{

/// No output for `quiet`, from the beginning of the wait on. Time in which nobody could have read any, since the daemon was stopped,
/// is none of it.
class IdleWatcher : public OutputWatcher, public std::enable_shared_from_this<IdleWatcher>
{
public:
    IdleWatcher(std::shared_ptr<Wait> wait, std::chrono::milliseconds quiet);
    [[nodiscard]] bool begin(Console& console, EventLoop& loop) override;
    [[nodiscard]] bool output(Console& console) override;
    void end() override;

private:
    void sleep(std::chrono::milliseconds time);
    void woke();
    void beginAnew(EventLoop::Clock::time_point now);

    std::shared_ptr<Wait> _wait;
    std::chrono::milliseconds _quiet;
    Console* _console{nullptr};
    EventLoop* _loop{nullptr};
    EventLoop::Clock::time_point _begun;
    EventLoop::Clock::time_point _due;
    bool _late{false};
    EventLoop::TimerId _timer{EventLoop::TimerId::none};
};

// The looks themselves; any thread.
[[nodiscard]] std::optional<Wait::Outcome> findPrompt(const Console& console, std::uint64_t since);

/// An expression, and how far the output has been searched for it. Any thread.
class MatchSearch
{
public:
    /// One way through what is there, in pieces, for an expression can take long. For one thread at a time.
    struct Pass
    {
        std::optional<std::uint64_t> next; ///< where it goes on; nothing: it has not begun, or has come to the end
        std::uint64_t fed{0};              ///< how much had been written when it began
    };

    MatchSearch(std::shared_ptr<const RE2> expression, std::uint64_t since) : _expression(std::move(expression)), _since(since) {}
    /// Some milliseconds of a pass.
    [[nodiscard]] std::optional<Wait::Outcome> look(const Console& console, Pass& pass);

private:
    std::shared_ptr<const RE2> _expression;
    std::atomic<std::uint64_t> _since; ///< lines written before it need no look any more
};

/// An OSC 133 mark that came after the byte `since`.
class PromptWatcher : public OutputWatcher
{
public:
    PromptWatcher(std::shared_ptr<Wait> wait, std::uint64_t since);
    [[nodiscard]] bool begin(Console& console, EventLoop& loop) override;
    [[nodiscard]] bool output(Console& console) override;

private:
    std::shared_ptr<Wait> _wait;
    std::uint64_t _since;
};

/// An expression in a logical line that was written at `since` or later.
class MatchWatcher : public OutputWatcher
{
public:
    MatchWatcher(std::shared_ptr<Wait> wait, std::shared_ptr<MatchSearch> search);
    [[nodiscard]] bool begin(Console& console, EventLoop& loop) override;
    [[nodiscard]] bool output(Console& console) override;
    [[nodiscard]] bool unfinished() const override { return _pass.next.has_value(); }

private:
    std::shared_ptr<Wait> _wait;
    std::shared_ptr<MatchSearch> _search;
    MatchSearch::Pass _pass;
};

} // namespace venomx::pane
