// The addresses of what can be read: the daemon's health, a pane's screen and scrollback, a session, the skill. Each kind is
// there as far as the daemon has the verbs that it is read with. Pure functions and a constant table.
#pragma once

#include "client/manifest/Manifest.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace venomx::client::mcp
{

struct ResourceKind
{
    enum class What : std::uint8_t
    {
        doctor,
        screen,
        scrollback,
        session,
        skill
    };
    What what{What::doctor};
    std::string_view before;   ///< the address up to the id
    std::string_view variable; ///< what the id is of: "pane", "session"; empty: there is one such resource
    std::string_view after;
    std::string_view name;
    std::string_view title;
    std::string_view description;
    std::string_view mimeType;
    std::string_view verbs; ///< that reading it takes, apart by blanks
};

struct ResourceUri
{
    const ResourceKind* kind{nullptr};
    std::string_view id;
};

[[nodiscard]] std::span<const ResourceKind> resourceKinds();
[[nodiscard]] bool isOffered(const ResourceKind& kind, const Manifest& manifest);
[[nodiscard]] std::string uriOf(const ResourceKind& kind, std::string_view id);
/// "venomx://pane/{pane}/screen"
[[nodiscard]] std::string templateOf(const ResourceKind& kind);
/// Nothing when it is the address of no kind.
[[nodiscard]] std::optional<ResourceUri> readUri(std::string_view uri);

} // namespace venomx::client::mcp
