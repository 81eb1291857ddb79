// How plugins find each other: interfaces of the SDK, by name and major version.
// An interface derives Service and names itself: `static constexpr ServiceName kService{"spawner", 1};`. The provider lists
// it in Plugin::offers and in its stamp; users list it in `needs` and ask Services in start or later. References stay valid
// until the user's own stop() has returned (plugins stop in reverse order). What a plugin can do without it does not list in
// `needs`: it asks `find` at each use and keeps no pointer, for such a service comes and goes. Control loop only.
#pragma once

#include <compare>
#include <stdexcept>
#include <string>
#include <string_view>

namespace venomx
{
inline namespace v1
{

struct ServiceName
{
    std::string_view name;
    int major{1}; ///< another major is another service
    auto operator<=>(const ServiceName&) const = default;
    [[nodiscard]] std::string str() const; ///< spawner/1
};

class Service
{
public:
    Service() = default;
    Service(const Service&) = delete;
    Service& operator=(const Service&) = delete;
    virtual ~Service(); // key function: one type over all shared objects
};

struct Offer
{
    ServiceName name;
    Service* service{nullptr}; ///< the plugin's; lives as long as the plugin
};

/// Nobody provides a service that was required. A plugin that lets it escape from start is not started.
class MissingService : public std::runtime_error
{
public:
    explicit MissingService(const ServiceName& name);
    ~MissingService() override;                                     // key function
    [[nodiscard]] const std::string& name() const { return _name; } ///< spawner/1

private:
    std::string _name;
};

class Services
{
public:
    virtual ~Services();

    /// nullptr when nobody provides it (now).
    template <class T>
    [[nodiscard]] T* find() const
    {
        return dynamic_cast<T*>(lookUp(T::kService));
    }
    /// Throws MissingService.
    template <class T>
    [[nodiscard]] T& require() const
    {
        if (T* found = find<T>()) return *found;
        missing(T::kService);
    }

private:
    [[nodiscard]] virtual Service* lookUp(const ServiceName& name) const = 0;
    [[noreturn]] static void missing(const ServiceName& name);
};

} // namespace v1
} // namespace venomx
