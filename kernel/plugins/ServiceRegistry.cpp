#include "kernel/plugins/ServiceRegistry.h"

#include <stdexcept>

namespace venomx::kernel
{

const ServiceRegistry::Entry* ServiceRegistry::entry(const ServiceName& name) const
{
    for (const Entry& known : _entries)
        if (known.major == name.major && known.name == name.name) return &known;
    return nullptr;
}

void ServiceRegistry::offer(std::string_view provider, const Offer& offer)
{
    if (offer.service == nullptr) throw std::invalid_argument("the service " + offer.name.str() + " is offered but is nothing");
    if (const Entry* other = entry(offer.name))
        throw std::invalid_argument("the service " + offer.name.str() + " is already provided by " + other->provider);
    _entries.push_back({std::string{offer.name.name}, offer.name.major, offer.service, std::string{provider}});
}

void ServiceRegistry::withdraw(std::string_view provider)
{
    std::erase_if(_entries, [&](const Entry& known) { return known.provider == provider; });
}

std::set<std::string> ServiceRegistry::names() const
{
    std::set<std::string> all;
    for (const Entry& known : _entries) all.insert(ServiceName{known.name, known.major}.str());
    return all;
}

Service* ServiceRegistry::lookUp(const ServiceName& name) const
{
    const Entry* found = entry(name);
    return found ? found->service : nullptr;
}

} // namespace venomx::kernel
