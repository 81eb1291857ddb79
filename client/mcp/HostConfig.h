// The configuration that makes a host start `venomx mcp`, in the form that the host reads. Hosts strip the environment of what
// they start, so each names the two variables in its own way; a token itself is never written. Pure functions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace venomx::client::mcp
{

struct HostSettings
{
    std::string program;     ///< absolute path of this one
    std::string socket;      ///< absolute path
    bool socketGiven{false}; ///< then it is written out, whatever $VENOMX_SOCKET will be
    std::string tokenFile;   ///< empty: the token comes by $VENOMX_TOKEN
    bool ownerToken{false};
    std::vector<std::string> words; ///< that follow `venomx mcp`
};

/// The hosts that there is a form for.
[[nodiscard]] std::span<const std::string_view> hostNames();
/// Nothing for another host.
[[nodiscard]] std::optional<std::string> hostConfig(std::string_view host, const HostSettings& settings);

} // namespace venomx::client::mcp
