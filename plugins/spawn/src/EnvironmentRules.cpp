#include "EnvironmentRules.h"

#include "Credentials.h"
#include "Refusals.h"

#include <algorithm>
#include <optional>
#include <string>

namespace venomx::spawn
{
namespace
{

constexpr std::size_t kMostEntries = 256;
constexpr std::size_t kLongestName = 255;
constexpr std::size_t kLongestValue = 65536;
constexpr std::size_t kLargestTotal = 262144;
constexpr std::string_view kReserved = "VENOMX_";

constexpr bool startsName(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

constexpr bool continuesName(char c)
{
    return startsName(c) || (c >= '0' && c <= '9');
}

bool isName(std::string_view text)
{
    return !text.empty() && text.size() <= kLongestName && startsName(text.front()) && std::ranges::all_of(text, continuesName);
}

bool hasNul(std::string_view text)
{
    return text.find('\0') != std::string_view::npos;
}

std::optional<EnvFault> faultOfName(std::string_view name, NameSet& named)
{
    if (!isName(name)) return EnvFault::syntax;
    if (name.starts_with(kReserved)) return EnvFault::reserved;
    if (!named.insert(name)) return EnvFault::duplicate;
    return std::nullopt;
}

std::optional<EnvFault> faultOfValue(const EnvEntry& entry)
{
    if (entry.value.size() > kLongestValue) return EnvFault::size;
    switch (judgeCredential(entry.name, entry.value))
    {
    case CredentialVerdict::fine:
        return std::nullopt;
    case CredentialVerdict::credential:
        return EnvFault::credential;
    case CredentialVerdict::ownerCredential:
        break;
    }
    return EnvFault::ownerCredential;
}

void checkEntry(const EnvEntry& entry, std::size_t index, NameSet& named)
{
    const auto refuse = [index](const char* member, EnvFault fault)
    { throw badEnvironment("env." + std::to_string(index) + member, fault); };
    if (hasNul(entry.name)) refuse(".name", EnvFault::nul);
    if (hasNul(entry.value)) refuse(".value", EnvFault::nul);
    if (const auto fault = faultOfName(entry.name, named)) refuse(".name", *fault);
    if (const auto fault = faultOfValue(entry)) refuse(".value", *fault);
}

void checkUnset(std::string_view name, std::size_t index, NameSet& named)
{
    const auto fault = hasNul(name) ? std::optional{EnvFault::nul} : faultOfName(name, named);
    if (fault) throw badEnvironment("env_unset." + std::to_string(index), *fault);
}

} // namespace

EnvironmentChange checkEnvironment(std::span<const Value> env, std::span<const Value> unset, Arena& arena)
{
    if (env.size() > kMostEntries) throw badEnvironment("env", EnvFault::count);
    if (unset.size() > kMostEntries) throw badEnvironment("env_unset", EnvFault::count);

    const std::span<EnvEntry> entries = arena.array<EnvEntry>(env.size());
    NameSet named{arena, env.size() + unset.size()};
    std::size_t total = 0;
    for (std::size_t i = 0; i < env.size(); ++i)
    {
        entries[i] = {env[i].find("name")->asString(), env[i].find("value")->asString()};
        checkEntry(entries[i], i, named);
        total += entries[i].name.size() + entries[i].value.size() + 2;
    }
    for (std::size_t i = 0; i < unset.size(); ++i) checkUnset(unset[i].asString(), i, named);
    if (total > kLargestTotal) throw badEnvironment("env", EnvFault::size);
    return {entries, named};
}

} // namespace venomx::spawn
