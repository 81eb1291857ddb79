#include "client/mcp/Log.h"

#include "client/mcp/Reply.h"

#include <algorithm>
#include <array>
#include <string>
#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

constexpr std::array<std::string_view, 8> kLevels{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"};

std::optional<std::size_t> rankOf(std::string_view level)
{
    const auto* const found = std::ranges::find(kLevels, level);
    if (found == kLevels.end()) return std::nullopt;
    return static_cast<std::size_t>(found - kLevels.begin());
}

} // namespace

bool Log::listen(std::string_view level)
{
    const std::optional<std::size_t> rank = rankOf(level);
    if (rank) _least = rank;
    return rank.has_value();
}

void Log::say(std::string_view level, std::string_view text)
{
    const std::optional<std::size_t> rank = rankOf(level);
    if (!rank || !_least || *rank < *_least) return;
    std::string params;
    JsonWriter{params}.beginObject().field("level", level).field("logger", "venomx").field("data", text).endObject();
    _out.add(notification("notifications/message", params));
}

} // namespace venomx::client::mcp
