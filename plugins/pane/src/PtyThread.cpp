#include "PtyThread.h"

#include <algorithm>
#include <pthread.h>
#include <sys/epoll.h>
#include <utility>

namespace venomx::pane
{

namespace
{

/// A pane that has much to tell is listened to at most this often.
constexpr std::chrono::milliseconds kNoticeInterval{50};

/// How long watchers may look at a stretch; then the terminals have their turn for as long.
constexpr std::chrono::milliseconds kWatchersTurn{1};

/// Bytes that a terminal cannot hold at once: Linux keeps less than half as many of a pseudo-terminal.
constexpr std::size_t kMoreThanATerminalHolds = std::size_t{64} * 1024;

} // namespace

/// A console as its thread sees it.
struct PtyThread::Line
{
    std::shared_ptr<Console> console;
    std::shared_ptr<ConsoleListener> listener;
    std::vector<std::shared_ptr<OutputWatcher>> watchers;
    EventLoop::TimerId noticeTimer{EventLoop::TimerId::none};
    EventLoop::TimerId drainTimer{EventLoop::TimerId::none};
    std::uint32_t events{EPOLLIN};
    bool open{true};
    bool uninformed{false}; ///< watchers are still to look at new output
    bool again{false};      ///< and at what came while they looked
    std::size_t nextWatcher{0};
    bool hungUp{false};  ///< nobody holds the other side open
    bool ended{false};   ///< the process has
    bool drained{false}; ///< and that was told
};

PtyThread::PtyThread(Counter& bytes, Log& log) : _bytes(bytes)
{
    _loop.onEscape([&log](std::exception_ptr) { log.error("a PTY thread's work failed and was given up"); });
    _thread = std::thread([this] { run(); });
}

PtyThread::~PtyThread()
{
    post(
        [this]
        {
            for (const auto& [console, line] : _lines) close(line);
            _loop.stop();
        });
    _thread.join();
}

void PtyThread::run()
{
    ::pthread_setname_np(::pthread_self(), "venomx-pty");
    _loop.run();
}

void PtyThread::adopt(std::shared_ptr<Console> console, std::shared_ptr<ConsoleListener> listener)
{
    auto line = std::make_shared<Line>();
    line->console = std::move(console);
    line->listener = std::move(listener);
    _adoptions.emplace_back(
        [this, line = std::move(line)]
        {
            _lines.emplace(line->console.get(), line);
            _loop.watch(line->console->descriptor(), line->events, [this, line](std::uint32_t ready) { serve(line, ready); });
        });
}

void PtyThread::wake()
{
    for (EventLoop::Task& adoption : std::exchange(_adoptions, {})) _loop.post(std::move(adoption));
}

void PtyThread::post(EventLoop::Task task)
{
    wake();
    _loop.post(std::move(task));
}

void PtyThread::ended(const std::shared_ptr<Console>& console, std::chrono::milliseconds patience)
{
    on(console,
       [this, patience](const LinePtr& line)
       {
           line->ended = true;
           if (line->hungUp)
               read(line); // what came since the last look, and then the end again
           else
               line->drainTimer = _loop.after(patience, [this, line] { losePatience(line); });
       });
}

void PtyThread::flush(const std::shared_ptr<Console>& console)
{
    on(console, [this](const LinePtr& line) { flushNow(line); });
}

void PtyThread::watch(const std::shared_ptr<Console>& console, std::shared_ptr<OutputWatcher> watcher)
{
    on(console,
       [this, watcher = std::move(watcher)](const LinePtr& line)
       {
           if (!watcher->begin(*line->console, _loop)) return;
           line->watchers.push_back(watcher);
           inform(line);
       });
}

void PtyThread::unwatch(const std::shared_ptr<Console>& console, std::shared_ptr<OutputWatcher> watcher)
{
    on(console,
       [watcher = std::move(watcher)](const LinePtr& line)
       {
           const auto found = std::ranges::find(line->watchers, watcher);
           if (found == line->watchers.end()) return;
           if (found - line->watchers.begin() < static_cast<std::ptrdiff_t>(line->nextWatcher)) --line->nextWatcher;
           line->watchers.erase(found);
           watcher->end();
       });
}

void PtyThread::retire(std::shared_ptr<Console> console, std::function<void()> closed)
{
    post(
        [this, console = std::move(console), closed = std::move(closed)]
        {
            if (const auto found = _lines.find(console.get()); found != _lines.end())
            {
                const LinePtr line = found->second;
                _loop.cancel(line->drainTimer);
                _loop.cancel(line->noticeTimer);
                for (const auto& watcher : std::exchange(line->watchers, {})) watcher->end();
                close(line);
                _lines.erase(console.get());
            }
            closed();
        });
}

/// Runs `work` on the thread, unless the console has been retired by then.
void PtyThread::on(const std::shared_ptr<Console>& console, std::function<void(const LinePtr&)> work)
{
    post(
        [this, console, work = std::move(work)]
        {
            if (const auto found = _lines.find(console.get()); found != _lines.end()) work(LinePtr{found->second});
        });
}

void PtyThread::serve(const LinePtr& line, std::uint32_t ready)
{
    if ((ready & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0) read(line);
    if ((ready & EPOLLOUT) != 0) flushNow(line);
}

/// How much it was; none: there is nothing to read.
std::size_t PtyThread::read(const LinePtr& line)
{
    if (!line->open) return 0;
    const Console::Read result = line->console->read(_buffer);
    if (result.bytes > 0)
    {
        _bytes.add("out", result.bytes);
        inform(line);
        tell(line);
    }
    if (result.closed)
    {
        hungUp(line);
        return result.bytes;
    }
    if (result.bytes > 0) line->hungUp = false;
    listenFor(line, result.waiting || (line->events & EPOLLOUT) != 0);
    return result.bytes;
}

/// Without a process that could open the terminal again this is its end; with one, only an edge wakes the thread.
void PtyThread::hungUp(const LinePtr& line)
{
    line->hungUp = true;
    if (!line->ended) return listenFor(line, false);
    close(line);
    drained(line);
}

void PtyThread::listenFor(const LinePtr& line, bool room)
{
    const std::uint32_t events = EPOLLIN | (line->hungUp ? EPOLLET : 0U) | (room ? EPOLLOUT : 0U);
    if (std::exchange(line->events, events) != events) _loop.change(line->console->descriptor(), events);
}

void PtyThread::flushNow(const LinePtr& line)
{
    if (line->open) listenFor(line, !line->console->flush());
}

/// Hands notices over: the first at once, those that follow at intervals.
void PtyThread::tell(const LinePtr& line)
{
    if (line->noticeTimer != EventLoop::TimerId::none) return;
    Notices notices = line->console->takeNotices();
    if (!notices.any()) return;
    line->listener->noticed(std::move(notices));
    line->noticeTimer = _loop.after(kNoticeInterval,
                                    [this, line]
                                    {
                                        line->noticeTimer = EventLoop::TimerId::none;
                                        tell(line);
                                    });
}

/// Has the watchers look at new output, in turns with the reading, so that they never take more than a share of the thread.
void PtyThread::inform(const LinePtr& line)
{
    if (line->watchers.empty()) return;
    if (line->uninformed)
    {
        line->again = true;
        return;
    }
    line->uninformed = true;
    line->nextWatcher = 0;
    _uninformed.push_back(line);
    if (_informTimer == EventLoop::TimerId::none) informSome();
}

void PtyThread::informSome()
{
    _informTimer = EventLoop::TimerId::none;
    const auto begun = EventLoop::Clock::now();
    auto took = EventLoop::Clock::duration::zero();
    while (!_uninformed.empty() && took < kWatchersTurn)
    {
        informNext();
        took = EventLoop::Clock::now() - begun;
    }
    if (!_uninformed.empty()) _informTimer = _loop.after(std::chrono::ceil<std::chrono::milliseconds>(took), [this] { informSome(); });
}

/// One watcher of the line whose turn it is.
void PtyThread::informNext()
{
    const LinePtr line = std::move(_uninformed.front());
    _uninformed.pop_front();
    if (line->nextWatcher < line->watchers.size())
    {
        const auto watcher = line->watchers[line->nextWatcher];
        if (watcher->output(*line->console))
        {
            ++line->nextWatcher;
            line->again = line->again || watcher->unfinished();
        }
        else
            std::erase(line->watchers, watcher);
    }
    if (line->nextWatcher >= line->watchers.size())
    {
        line->nextWatcher = 0;
        line->uninformed = std::exchange(line->again, false);
        if (!line->uninformed) return;
    }
    _uninformed.push_back(line);
}

/// A thread that is behind has not come to what the process itself wrote: that is in the terminal still, before whatever
/// others write from now on.
void PtyThread::losePatience(const LinePtr& line)
{
    std::size_t bytes = 0;
    for (std::size_t some = 1; some > 0 && bytes < kMoreThanATerminalHolds; bytes += some) some = read(line);
    drained(line);
}

void PtyThread::drained(const LinePtr& line)
{
    if (std::exchange(line->drained, true)) return;
    _loop.cancel(line->drainTimer);
    _loop.cancel(std::exchange(line->noticeTimer, EventLoop::TimerId::none));
    tell(line);
    line->listener->drained();
}

void PtyThread::close(const LinePtr& line)
{
    if (!std::exchange(line->open, false)) return;
    _loop.unwatch(line->console->descriptor());
    line->console->close();
}

} // namespace venomx::pane
