#include <venomx/sdk/service.h>

namespace venomx
{
inline namespace v1
{

std::string ServiceName::str() const
{
    return std::string{name} + '/' + std::to_string(major);
}

Service::~Service() = default;
Services::~Services() = default;

MissingService::MissingService(const ServiceName& name) : std::runtime_error("no service " + name.str()), _name(name.str()) {}
MissingService::~MissingService() = default;

void Services::missing(const ServiceName& name)
{
    throw MissingService(name);
}

} // namespace v1
} // namespace venomx
