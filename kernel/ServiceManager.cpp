#include "kernel/ServiceManager.h"

#include <cstddef>
#include <cstring>
#include <ctime>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <venomx/sdk/unique_fd.h>

#include "kernel/loop/ControlLoop.h"
#include "kernel/settings/Environment.h"

namespace venomx::kernel
{

ServiceManager::ServiceManager(ControlLoop& loop) : _loop(loop)
{
    const std::string_view address = environmentVariable("NOTIFY_SOCKET");
    if ((address.starts_with('/') || address.starts_with('@')) && address.size() < sizeof(sockaddr_un::sun_path)) _address = address;
    const bool forUs = environmentNumber("WATCHDOG_PID").value_or(::getpid()) == ::getpid();
    // Twice in each period, so that one late sign of life does no harm.
    if (!_address.empty() && forUs) _interval = std::chrono::milliseconds{environmentNumber("WATCHDOG_USEC").value_or(0) / 2000};
}

ServiceManager::~ServiceManager() = default;

void ServiceManager::ready()
{
    tell("READY=1");
    if (_interval.count() > 0) keepAlive();
}

ServiceManager::Reloading::Reloading(ServiceManager& manager) : _manager(manager)
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    const auto microseconds = std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
    _manager.tell("RELOADING=1\nMONOTONIC_USEC=" + std::to_string(microseconds));
}

ServiceManager::Reloading::~Reloading()
{
    _manager.tell("READY=1");
}

void ServiceManager::stopping()
{
    tell("STOPPING=1");
}

void ServiceManager::keepAlive()
{
    tell("WATCHDOG=1");
    _loop.after(_interval, [this] { keepAlive(); });
}

void ServiceManager::tell(std::string_view message) const
{
    if (_address.empty()) return;
    const UniqueFd socket{::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
    if (!socket) return;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, _address.data(), _address.size());
    if (address.sun_path[0] == '@') address.sun_path[0] = '\0';
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + _address.size());
    static_cast<void>(::sendto(socket.get(), message.data(), message.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
                               reinterpret_cast<const sockaddr*>(&address), size));
}

} // namespace venomx::kernel
