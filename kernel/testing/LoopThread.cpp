#include <venomx/sdk/testing/loop_thread.h>

namespace venomx::testing
{

LoopThread::LoopThread()
{
    _loop.onEscape(
        [this](std::exception_ptr failure)
        {
            const std::lock_guard guard{_mutex};
            _escaped.push_back(std::move(failure));
        });
    std::promise<void> running;
    _loop.post([&running] { running.set_value(); });
    _thread = std::thread{[this] { _loop.run(); }};
    running.get_future().wait();
}

LoopThread::~LoopThread()
{
    _loop.stop();
    _thread.join();
}

void LoopThread::settle()
{
    run([] {});
}

std::vector<std::exception_ptr> LoopThread::escaped() const
{
    const std::lock_guard guard{_mutex};
    return _escaped;
}

} // namespace venomx::testing
