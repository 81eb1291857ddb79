// What the daemon tells the service manager that started it, if one did: ready, reloading, stopping, still alive. The messages of the
// sd_notify protocol, by hand. Control loop only; a manager that does not listen is no error.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace venomx::kernel
{

class ControlLoop;

class ServiceManager
{
public:
    explicit ServiceManager(ControlLoop& loop); ///< reads $NOTIFY_SOCKET and $WATCHDOG_USEC
    ~ServiceManager();
    ServiceManager(const ServiceManager&) = delete;
    ServiceManager& operator=(const ServiceManager&) = delete;

    void ready();
    void stopping();

    /// While it lives, the manager knows that the configuration is being read again.
    class Reloading
    {
    public:
        explicit Reloading(ServiceManager& manager);
        ~Reloading();
        Reloading(const Reloading&) = delete;
        Reloading& operator=(const Reloading&) = delete;

    private:
        ServiceManager& _manager;
    };

private:
    void tell(std::string_view message) const;
    void keepAlive();

    ControlLoop& _loop;
    std::string _address;
    std::chrono::milliseconds _interval{0}; ///< between signs of life; 0: none wanted
};

} // namespace venomx::kernel
