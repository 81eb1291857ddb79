#include "kernel/plugins/TimeLimit.h"

namespace venomx::kernel
{

TimeLimit::TimeLimit(std::chrono::milliseconds limit, std::function<void()> expired)
{
    if (!expired) return;
    _thread = std::thread(
        [this, limit, expired = std::move(expired)]
        {
            std::unique_lock lock(_mutex);
            if (_change.wait_for(lock, limit, [this] { return _over; })) return;
            lock.unlock();
            expired();
        });
}

TimeLimit::~TimeLimit()
{
    if (!_thread.joinable()) return;
    {
        const std::lock_guard lock(_mutex);
        _over = true;
    }
    _change.notify_one();
    _thread.join();
}

} // namespace venomx::kernel
