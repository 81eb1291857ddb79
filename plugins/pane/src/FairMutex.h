// A mutex that whoever waits gets next, so that a thread that locks it again and again (a flooding pane's reader) holds a
// waiting request up for one of its turns and no longer. Any thread; a BasicLockable for std::lock_guard.
#pragma once

#include <mutex>

namespace venomx::pane
{

class FairMutex
{
public:
    void lock()
    {
        _turn.lock();
        _held.lock();
        _turn.unlock();
    }
    void unlock() { _held.unlock(); }

private:
    std::mutex _turn;
    std::mutex _held;
};

} // namespace venomx::pane
