#include "kernel/loop/ControlLoop.h"

#include "kernel/loop/Signals.h"
#include "kernel/loop/TimeSlice.h"

#include <exception>
#include <string>
#include <sys/epoll.h>
#include <venomx/sdk/secret.h>

namespace venomx::kernel
{
namespace
{

/// A start takes less when nothing stands in its way, and waking up on an idle processor about as much.
constexpr std::chrono::microseconds kWorkersMoment{300};

/// Text of an exception may hold anything, so the log gets its type at most.
void report(Log& log, const std::exception_ptr& escaped)
{
    try
    {
        std::rethrow_exception(escaped);
    }
    catch (const std::bad_alloc&)
    {
        log.error("control loop: out of memory in a callback");
    }
    catch (const std::exception& exception)
    {
        log.error(std::string{"control loop: a callback threw "} + typeid(exception).name());
    }
    catch (...)
    {
        log.error("control loop: a callback threw something that is no std::exception");
    }
}

} // namespace

ControlLoop::ControlLoop(Log& log)
{
    _loop.onEscape([&log](const std::exception_ptr& escaped) { report(log, escaped); });
}

ControlLoop::~ControlLoop()
{
    if (_signals) _loop.unwatch(_signals.get());
}

void ControlLoop::post(std::function<void()> task)
{
    _loop.post(std::move(task));
}

void ControlLoop::watch(int fd, std::uint32_t epollEvents, EventLoop::Ready ready)
{
    _loop.watch(fd, epollEvents, std::move(ready));
}

void ControlLoop::change(int fd, std::uint32_t epollEvents)
{
    _loop.change(fd, epollEvents);
}

void ControlLoop::unwatch(int fd)
{
    _loop.unwatch(fd);
}

EventLoop::TimerId ControlLoop::after(std::chrono::milliseconds delay, std::function<void()> task)
{
    return _loop.after(delay, std::move(task));
}

void ControlLoop::cancel(EventLoop::TimerId timer)
{
    _loop.cancel(timer);
}

void ControlLoop::onTurnEnd(TurnStage stage, std::function<void()> work)
{
    _stages.at(static_cast<std::size_t>(stage)) = std::move(work);
}

void ControlLoop::needTurnEnd()
{
    if (_turnEndNeeded) return;
    _loop.atTurnEnd([this] { endTurn(); });
    _turnEndNeeded = true;
}

void ControlLoop::endTurn()
{
    // Stands right above EventLoop's own frame, as the callbacks that handled requests did, and keeps nothing itself.
    const std::exception_ptr failed = runStages();
    wipeStack();
    if (failed) std::rethrow_exception(failed);
}

/// All of them, whatever one throws: what they do for others is not done again.
__attribute__((noinline)) std::exception_ptr ControlLoop::runStages()
{
    std::exception_ptr failed;
    // Cleared before the flush: what comes up until then is flushed in the same turn end, and only what the flush and the
    // stage after it ask for needs another turn.
    for (std::size_t stage = 0; stage < _stages.size(); ++stage)
    {
        if (stage == static_cast<std::size_t>(TurnStage::flush)) _turnEndNeeded = false;
        try
        {
            if (_stages.at(stage)) _stages.at(stage)();
        }
        catch (...)
        {
            failed = std::current_exception();
        }
    }
    return failed;
}

void ControlLoop::awaitWorkers()
{
    if (onThread()) _loop.stayAwake(kWorkersMoment);
}

void ControlLoop::onSignals(std::initializer_list<int> signals, std::function<void(int)> handle)
{
    _handleSignal = std::move(handle);
    _signals = openSignals(signals);
    _loop.watch(_signals.get(), EPOLLIN, [this](std::uint32_t) { takeSignals(); });
}

void ControlLoop::takeSignals()
{
    while (const int signal = takeSignal(_signals.get())) _handleSignal(signal);
}

void ControlLoop::run()
{
    preferShortSlices(); // requests are short; programs that compute beside it are not to delay them
    _loop.run();
}

void ControlLoop::stop()
{
    _loop.stop();
}

} // namespace venomx::kernel
