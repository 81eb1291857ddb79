#include "kernel/plugins/StartWatch.h"

namespace venomx::kernel
{

StartWatch::Guard::Guard(StartWatch& watch, const std::string& plugin)
{
    if (!watch._expired) return;
    _thread = std::thread(
        [this, &watch, plugin]
        {
            std::unique_lock lock(_mutex);
            if (_change.wait_for(lock, watch._limit, [this] { return _over; })) return;
            lock.unlock();
            watch._expired(plugin);
        });
}

StartWatch::Guard::~Guard()
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
