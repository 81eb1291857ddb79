// A limit on how long a plugin's code may keep the control loop while it is loaded or started. The loop cannot look at a clock
// then, so a thread does; it exists only inside a guard. Owned by the host; control loop only.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace venomx::kernel
{

class StartWatch
{
public:
    /// `expired` is called on the watch's thread, at most once a guard. Without it nothing is watched.
    using Expired = std::function<void(const std::string& plugin)>;
    StartWatch(std::chrono::milliseconds limit, Expired expired) : _limit(limit), _expired(std::move(expired)) {}

    class Guard
    {
    public:
        Guard(StartWatch& watch, const std::string& plugin);
        ~Guard();
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;

    private:
        std::mutex _mutex;
        std::condition_variable _change;
        bool _over{false};
        std::thread _thread;
    };

private:
    std::chrono::milliseconds _limit;
    Expired _expired;
};

} // namespace venomx::kernel
