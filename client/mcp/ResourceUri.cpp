#include "client/mcp/ResourceUri.h"

#include "client/Concat.h"

#include <algorithm>
#include <array>

namespace venomx::client::mcp
{
namespace
{

using What = ResourceKind::What;

constexpr std::string_view kText{"text/plain"};
constexpr std::string_view kJson{"application/json"};

constexpr std::array<ResourceKind, 5> kKinds{{
    {.what = What::skill,
     .before = "skill://venomx/SKILL.md",
     .variable = "",
     .after = "",
     .name = "venomx",
     .title = "How to use venomx",
     .description = "", // its own front matter's
     .mimeType = "text/markdown",
     .verbs = ""},
    {.what = What::doctor,
     .before = "venomx://doctor",
     .variable = "",
     .after = "",
     .name = "doctor",
     .title = "The daemon's health",
     .description = "Checks, counters and what to do where something is wrong, as the verb doctor gives them",
     .mimeType = kJson,
     .verbs = "doctor"},
    {.what = What::screen,
     .before = "venomx://pane/",
     .variable = "pane",
     .after = "/screen",
     .name = "pane-screen",
     .title = "A pane's screen",
     .description = "The rows of the pane's screen as they are now",
     .mimeType = kText,
     .verbs = "pane.capture pane.list"},
    {.what = What::scrollback,
     .before = "venomx://pane/",
     .variable = "pane",
     .after = "/scrollback",
     .name = "pane-scrollback",
     .title = "A pane's scrollback and screen",
     .description = "All lines that are kept above the pane's screen, then the screen, soft-wrapped lines joined",
     .mimeType = kText,
     .verbs = "pane.capture pane.list"},
    {.what = What::session,
     .before = "venomx://session/",
     .variable = "session",
     .after = "",
     .name = "session",
     .title = "A session",
     .description = "The session with its windows and panes",
     .mimeType = kJson,
     .verbs = "session.list window.list pane.list"},
}};

/// As ids and names of sessions are.
bool isId(std::string_view text)
{
    constexpr std::size_t kLongest = 64;
    constexpr std::string_view kAllowed{"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"};
    return !text.empty() && text.size() <= kLongest && text.find_first_not_of(kAllowed) == std::string_view::npos;
}

} // namespace

std::span<const ResourceKind> resourceKinds()
{
    return kKinds;
}

bool isOffered(const ResourceKind& kind, const Manifest& manifest)
{
    for (std::size_t at = 0; at < kind.verbs.size();)
    {
        const std::size_t end = std::min(kind.verbs.find(' ', at), kind.verbs.size());
        if (!manifest.find(kind.verbs.substr(at, end - at))) return false;
        at = end + 1;
    }
    return true;
}

std::string uriOf(const ResourceKind& kind, std::string_view id)
{
    return concat({kind.before, id, kind.after});
}

std::string templateOf(const ResourceKind& kind)
{
    return uriOf(kind, concat({"{", kind.variable, "}"}));
}

std::optional<ResourceUri> readUri(std::string_view uri)
{
    for (const ResourceKind& kind : kKinds)
    {
        if (kind.variable.empty())
        {
            if (uri == kind.before) return ResourceUri{.kind = &kind, .id = {}};
            continue;
        }
        if (uri.size() <= kind.before.size() + kind.after.size() || !uri.starts_with(kind.before) || !uri.ends_with(kind.after)) continue;
        const std::string_view id = uri.substr(kind.before.size(), uri.size() - kind.before.size() - kind.after.size());
        if (isId(id)) return ResourceUri{.kind = &kind, .id = id};
    }
    return std::nullopt;
}

} // namespace venomx::client::mcp
