// A limit on how long a plugin's code may keep the control loop. The loop cannot look at a clock meanwhile, so a thread does,
// for as long as the object lives. Made and destroyed on the control loop, around the plugin's code.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace venomx::kernel
{

class TimeLimit
{
public:
    /// `expired` is called on the limit's own thread, at most once. Without it there is no limit and no thread.
    TimeLimit(std::chrono::milliseconds limit, std::function<void()> expired);
    ~TimeLimit();
    TimeLimit(const TimeLimit&) = delete;
    TimeLimit& operator=(const TimeLimit&) = delete;

private:
    std::mutex _mutex;
    std::condition_variable _change;
    bool _over{false};
    std::thread _thread;
};

} // namespace venomx::kernel
