#include <venomx/sdk/event_loop.h>

#include "Expect.h"
#include "Inbox.h"
#include "TimerQueue.h"
#include "WatchTable.h"

#include <venomx/sdk/unique_fd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <limits>
#include <new>
#include <sched.h>
#include <sys/epoll.h>
#include <system_error>
#include <thread>

namespace venomx
{
inline namespace v1
{
namespace
{

constexpr std::size_t kBatch = 128;
/// Far enough to be never, near enough to be added to any time of the clock.
constexpr std::chrono::milliseconds kLongest{std::chrono::hours{24 * 365 * 100}};

UniqueFd makeEpoll()
{
    UniqueFd epoll{::epoll_create1(EPOLL_CLOEXEC)};
    if (!epoll) throw std::system_error{errno, std::system_category(), "epoll_create1"};
    return epoll;
}

} // namespace

struct EventLoop::State
{
    UniqueFd epoll{makeEpoll()};
    detail::Inbox inbox;
    detail::WatchTable watches{epoll.get()};
    detail::TimerQueue timers;
    std::vector<Task> posted;
    std::vector<Task> turnEnd;
    std::vector<Task> ending;
    std::function<void(std::exception_ptr)> escape;
    std::atomic<std::thread::id> thread{std::this_thread::get_id()};
    std::chrono::microseconds worstTurn{0};
    bool dispatching{false};
    std::chrono::microseconds awake{0};

    State()
    {
        epoll_event event{};
        event.events = EPOLLIN | EPOLLET;
        event.data.u64 = static_cast<std::uint32_t>(inbox.fd());
        if (::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, inbox.fd(), &event) != 0)
            throw std::system_error{errno, std::system_category(), "epoll_ctl"};
    }

    template <class F>
    void guarded(F&& call) noexcept
    {
        try
        {
            std::forward<F>(call)();
        }
        catch (...)
        {
            if (!escape) std::terminate();
            tell(std::current_exception());
        }
    }

    void tell(const std::exception_ptr& escaped) noexcept
    {
        try
        {
            escape(escaped);
        }
        catch (const std::bad_alloc&)
        {
            static_cast<void>(escaped); // what a system without memory cannot even be told of
        }
    }

    /// Drops all that is still to be called, while the loop can still be asked by what goes down with it.
    void drop()
    {
        while (!inbox.empty() || !turnEnd.empty() || timers.next() || !watches.empty())
        {
            std::vector<Task> tasks;
            inbox.take(tasks);
            const auto ends = std::exchange(turnEnd, {});
            const auto due = std::exchange(timers, {});
            watches.clear();
        }
    }

    void runAll(std::vector<Task>& tasks)
    {
        for (Task& task : tasks) guarded([&] { std::exchange(task, nullptr)(); });
        tasks.clear();
    }

    [[nodiscard]] int timeout()
    {
        if (!turnEnd.empty() || !inbox.mayBlock()) return 0;
        const auto deadline = timers.next();
        if (!deadline) return -1;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now()).count();
        return static_cast<int>(std::clamp<std::int64_t>(left, 0, std::numeric_limits<int>::max()));
    }

    void dispatch(const epoll_event& event)
    {
        detail::WatchTable::Watch* watch = watches.find(event.data.u64);
        if (watch == nullptr) return;
        const std::uint32_t events = event.events & (watch->events | EPOLLERR | EPOLLHUP);
        if (events != 0) guarded([&] { watch->ready(events); });
    }

    void runTimers(Clock::time_point now)
    {
        const std::uint64_t mark = timers.mark();
        while (Task task = timers.takeDue(now, mark)) guarded(task);
    }

    using Events = std::array<epoll_event, kBatch>;

    /// The number of events that came, or -1.
    [[nodiscard]] int look(Events& events, int milliseconds) const
    {
        return ::epoll_wait(epoll.get(), events.data(), static_cast<int>(events.size()), milliseconds);
    }

    /// Until there is something to do, or `awake` is over. 0: that may be other things than events.
    [[nodiscard]] int lookAwake(Events& events)
    {
        const auto deadline = timers.next();
        auto now = Clock::now();
        const auto until = std::min(now + std::exchange(awake, std::chrono::microseconds{0}), deadline.value_or(Clock::time_point::max()));
        while (now < until && inbox.idle())
        {
            if (const int count = look(events, 0); count != 0) return count;
            ::sched_yield();
            now = Clock::now();
        }
        return 0;
    }

    void turn()
    {
        Events events;
        int count = awake.count() > 0 && turnEnd.empty() ? lookAwake(events) : 0;
        if (count == 0) count = look(events, timeout());
        // A process that was stopped and goes on is interrupted here: what came meanwhile goes before the timers that became due.
        while (count < 0 && errno == EINTR) count = look(events, 0);
        if (count < 0) throw std::system_error{errno, std::system_category(), "epoll_wait"};
        inbox.awake();
        const auto start = Clock::now();
        dispatching = true;
        for (int i = 0; i < count; ++i) dispatch(events[static_cast<std::size_t>(i)]);
        runTimers(start);
        inbox.take(posted);
        runAll(posted);
        // What is asked for by these waits for the next turn, which does not sleep before it.
        ending.swap(turnEnd);
        runAll(ending);
        dispatching = false;
        watches.bury();
        worstTurn = std::max(worstTurn, std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start));
    }
};

EventLoop::EventLoop() : _state(std::make_unique<State>()) {}

EventLoop::~EventLoop()
{
    _state->drop();
}

void EventLoop::watch(int fd, std::uint32_t events, Ready ready)
{
    _state->watches.add(fd, events, std::move(ready));
}

void EventLoop::change(int fd, std::uint32_t events)
{
    _state->watches.change(fd, events);
}

void EventLoop::unwatch(int fd)
{
    _state->watches.remove(fd);
    if (!_state->dispatching) _state->watches.bury();
}

EventLoop::TimerId EventLoop::after(std::chrono::milliseconds delay, Task task)
{
    expect(task != nullptr);
    return _state->timers.add(Clock::now() + std::clamp(delay, std::chrono::milliseconds{0}, kLongest), std::move(task));
}

void EventLoop::cancel(TimerId timer)
{
    const Task gone = _state->timers.remove(timer);
}

void EventLoop::post(Task task)
{
    expect(task != nullptr);
    _state->inbox.post(std::move(task));
}

void EventLoop::atTurnEnd(Task task)
{
    expect(task != nullptr);
    _state->turnEnd.push_back(std::move(task));
}

void EventLoop::stayAwake(std::chrono::microseconds time)
{
    _state->awake = std::max(_state->awake, time);
}

void EventLoop::run()
{
    _state->thread = std::this_thread::get_id();
    do _state->turn();
    while (!_state->inbox.takeStop());
}

void EventLoop::stop()
{
    _state->inbox.stop();
}

bool EventLoop::onThread() const
{
    return _state->thread.load(std::memory_order_relaxed) == std::this_thread::get_id();
}

void EventLoop::onEscape(std::function<void(std::exception_ptr)> handler)
{
    _state->escape = std::move(handler);
}

std::chrono::microseconds EventLoop::takeWorstTurn()
{
    return std::exchange(_state->worstTurn, std::chrono::microseconds{0});
}

} // namespace v1
} // namespace venomx
