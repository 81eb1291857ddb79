// The clean stop, step by step on the running loop: no new clients, running requests finish, plugins stop (and close their
// panes), the last answers go out, the loop ends. Owned by the daemon; control loop only.
#pragma once

#include <chrono>
#include <functional>

namespace venomx::kernel
{

class ControlLoop;
class Listener;

class Shutdown
{
public:
    struct Steps
    {
        std::function<void()> announce;    ///< the daemon is stopping, for all to know
        std::function<void()> stopPlugins; ///< may take seconds
    };

    Shutdown(ControlLoop& loop, Listener& listener, Steps steps);

    /// A second call does not wait for requests any longer.
    void begin();

private:
    static constexpr std::chrono::milliseconds kLook{10};
    static constexpr std::chrono::milliseconds kRequests{5000};

    void waitForRequests();
    void stopPlugins();
    void sayGoodbye();

    ControlLoop& _loop;
    Listener& _listener;
    Steps _steps;
    std::chrono::steady_clock::time_point _deadline;
    bool _begun{false};
    bool _hurried{false};
};

} // namespace venomx::kernel
