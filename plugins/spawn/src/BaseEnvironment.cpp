#include "BaseEnvironment.h"

#include "TokenShapes.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace venomx::spawn
{
namespace
{

constexpr std::array<std::string_view, 6> kServiceManager{"NOTIFY_SOCKET",  "LISTEN_FDS",    "LISTEN_PID",
                                                          "LISTEN_FDNAMES", "WATCHDOG_USEC", "WATCHDOG_PID"};

} // namespace

BaseEnvironment::BaseEnvironment(std::span<const std::string> entries)
{
    std::unordered_set<std::string_view> seen;
    for (const std::string& entry : entries)
    {
        const std::size_t nameSize = std::string_view{entry}.find('=');
        if (nameSize == std::string_view::npos || nameSize == 0)
            ++_counts.malformed;
        else if (!seen.insert(std::string_view{entry}.substr(0, nameSize)).second)
            ++_counts.duplicate;
        else if (Variable variable{entry, nameSize}; std::uint64_t* rule = ruleAgainst(variable))
            ++*rule;
        else
            _variables.push_back(std::move(variable));
    }
}

std::uint64_t* BaseEnvironment::ruleAgainst(const Variable& variable)
{
    const std::string_view name = variable.name();
    if (std::ranges::find(kServiceManager, name) != kServiceManager.end()) return &_counts.serviceManager;
    if (name.ends_with("_TOKEN")) return &_counts.tokenName;
    if (name.ends_with("_PRINCIPAL")) return &_counts.principalName;
    if (name.starts_with("VENOMX_")) return &_counts.venomxName;
    if (findToken(variable.value())) return &_counts.tokenValue;
    return nullptr;
}

std::optional<std::string_view> BaseEnvironment::find(std::string_view name) const
{
    for (const Variable& variable : _variables)
        if (variable.name() == name) return variable.value();
    return std::nullopt;
}

} // namespace venomx::spawn
