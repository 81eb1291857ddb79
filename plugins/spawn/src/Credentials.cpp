#include "Credentials.h"

#include "TokenShapes.h"

#include <algorithm>

namespace venomx::spawn
{
namespace
{

constexpr std::string_view kSuffix = "_TOKEN";

/// Is `name` the variable in which `tool` looks for its token?
bool isTokenNameOf(std::string_view tool, std::string_view name) noexcept
{
    if (name.size() != tool.size() + kSuffix.size() || !name.ends_with(kSuffix)) return false;
    return std::ranges::equal(tool, name.substr(0, tool.size()),
                              [](char ours, char theirs)
                              {
                                  if (ours == '-') return theirs == '_';
                                  if (ours >= 'a' && ours <= 'z') return theirs == ours - 'a' + 'A';
                                  return theirs == ours;
                              });
}

template <class Condition>
bool anyToken(std::string_view value, Condition&& holds) noexcept
{
    for (auto shape = findToken(value); shape; shape = findToken(value, shape->start + 1))
        if (holds(*shape)) return true;
    return false;
}

} // namespace

CredentialVerdict judgeCredential(std::string_view name, std::string_view value) noexcept
{
    if (value == "@owner" && name.ends_with(kSuffix)) return CredentialVerdict::ownerCredential;
    const auto first = findToken(value);
    if (!first) return CredentialVerdict::fine;
    if (anyToken(value, [](const TokenShape& shape) { return shape.principal == "owner"; })) return CredentialVerdict::ownerCredential;
    if (anyToken(value, [](const TokenShape& shape) { return shape.tool == "venomx"; })) return CredentialVerdict::credential;
    const bool whole = first->start == 0 && first->size == value.size();
    return whole && isTokenNameOf(first->tool, name) ? CredentialVerdict::fine : CredentialVerdict::credential;
}

} // namespace venomx::spawn
