// The services that are there now, by name and major version, and who provides each.
// Owned by the plugin host; control loop only.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/service.h>

namespace venomx::kernel
{

class ServiceRegistry final : public Services
{
public:
    /// Of the kernel: outlives all plugins.
    void offer(const ServiceName& name, Service* service) { offer("kernel", {name, service}); }
    /// Throws std::invalid_argument, with a sentence, when the service is null or already there.
    void offer(std::string_view provider, const Offer& offer);
    void withdraw(std::string_view provider);
    /// Their names, as in stamps.
    [[nodiscard]] std::set<std::string> names() const;

private:
    struct Entry
    {
        std::string name;
        int major;
        Service* service;
        std::string provider;
    };
    [[nodiscard]] Service* lookUp(const ServiceName& name) const override;

    [[nodiscard]] const Entry* entry(const ServiceName& name) const;

    std::vector<Entry> _entries; // a dozen
};

} // namespace venomx::kernel
