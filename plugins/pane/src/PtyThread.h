// A thread that reads the terminals of some panes, each in turn, and writes what is queued for them. It waits for nobody: what
// it has to tell goes to listeners that hand it over. Owned by the pane table; made and destroyed on the control loop; the
// destructor joins the thread and lets go of all consoles. A console keeps its thread for life.
// `adopt` … `retire`: control loop. Listeners and watchers are called on the thread.
#pragma once

#include <array>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <thread>
#include <unordered_map>
#include <vector>
#include <venomx/sdk/event_loop.h>
#include <venomx/sdk/health.h>
#include <venomx/sdk/log.h>

#include "Console.h"

namespace venomx::pane
{

/// Whoever is told about a console for as long as it is read.
class ConsoleListener
{
public:
    virtual ~ConsoleListener() = default;
    virtual void noticed(Notices notices) = 0;
    /// The process has ended, and all that was written is on the screen (or the patience for it has run out). Once; after the
    /// last notices.
    virtual void drained() = 0;
};

/// Whoever follows a console's output for a while: a wait, a stream.
class OutputWatcher
{
public:
    virtual ~OutputWatcher() = default;
    /// Begins to watch; the first `output` follows. False: it is done already.
    [[nodiscard]] virtual bool begin(Console& console, EventLoop& loop) = 0;
    /// There may be new output. Where it comes faster than watchers can follow, they are called now and then. False: it is
    /// done, and not called again.
    [[nodiscard]] virtual bool output(Console& console) = 0;
    /// It has not come to the end of what there is, and wants to be called again without new output.
    [[nodiscard]] virtual bool unfinished() const { return false; }
    /// It has been taken off, or the console retired. Not called after a `begin` or `output` that said false.
    virtual void end() {}
};

class PtyThread
{
public:
    PtyThread(Counter& bytes, Log& log);
    ~PtyThread();
    PtyThread(const PtyThread&) = delete;
    PtyThread& operator=(const PtyThread&) = delete;

    /// `listener` is held until the console is retired. The thread is told with the next thing that it is asked for; `wake`
    /// tells it of nothing else.
    void adopt(std::shared_ptr<Console> console, std::shared_ptr<ConsoleListener> listener);
    void wake();
    /// The console's process has ended: tells `drained` at the end of its output, or after `patience` if others hold the
    /// terminal open.
    void ended(const std::shared_ptr<Console>& console, std::chrono::milliseconds patience);
    void flush(const std::shared_ptr<Console>& console);
    void watch(const std::shared_ptr<Console>& console, std::shared_ptr<OutputWatcher> watcher);
    void unwatch(const std::shared_ptr<Console>& console, std::shared_ptr<OutputWatcher> watcher);
    /// Closes the terminal and forgets the console, then calls `closed` on the thread.
    void retire(std::shared_ptr<Console> console, std::function<void()> closed);
    /// For work that belongs to the thread of the watchers.
    [[nodiscard]] EventLoop& loop() { return _loop; }

private:
    struct Line;
    using LinePtr = std::shared_ptr<Line>;

    void run();
    void post(EventLoop::Task task);
    void on(const std::shared_ptr<Console>& console, std::function<void(const LinePtr&)> work);
    void serve(const LinePtr& line, std::uint32_t ready);
    std::size_t read(const LinePtr& line);
    void hungUp(const LinePtr& line);
    void listenFor(const LinePtr& line, bool room);
    void flushNow(const LinePtr& line);
    void tell(const LinePtr& line);
    void inform(const LinePtr& line);
    void informSome();
    void informNext();
    void losePatience(const LinePtr& line);
    void drained(const LinePtr& line);
    void close(const LinePtr& line);

    Counter& _bytes;
    std::vector<EventLoop::Task> _adoptions; ///< the control loop's: not posted yet
    EventLoop _loop;
    std::unordered_map<const Console*, LinePtr> _lines;
    std::array<char, 16 * 1024> _buffer{};
    std::deque<LinePtr> _uninformed; ///< some of their watchers have not seen the last output
    EventLoop::TimerId _informTimer{EventLoop::TimerId::none};
    std::thread _thread; ///< last: it uses all of the above
};

} // namespace venomx::pane
