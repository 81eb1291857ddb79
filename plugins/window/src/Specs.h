// What several verbs of this plugin share: parts of their specs, and how those are read and written. Stateless; the thread
// that owns the call.
#pragma once

#include <span>
#include <venomx/sdk/json_writer.h>
#include <venomx/sdk/services/panes.h>
#include <venomx/sdk/services/spawner.h>
#include <venomx/sdk/verb.h>

namespace venomx::window
{

inline constexpr ErrorSpec kNameError{
    .code = "invalid_params.name", .when = "The name is not an allowed one", .data = spawn_params::kParamOnly};
inline constexpr ErrorSpec kNameTaken{.code = "conflict.name", .when = "Another session has that name"};
inline constexpr ErrorSpec kSizeError{
    .code = "invalid_params.size", .when = "cols or rows is outside 1..1000", .data = spawn_params::kParamOnly};
inline constexpr ErrorSpec kNoSpace{.code = "conflict.no_space", .when = "A pane would be smaller than 2 columns by 1 row"};
inline constexpr ErrorSpec kNoSession{.code = "not_found.session", .when = "No such session"};
inline constexpr ErrorSpec kNoWindow{.code = "not_found.window", .when = "No such window"};
inline constexpr ErrorSpec kNoPane{.code = "not_found.pane", .when = "No such pane in the window"};
inline constexpr ErrorSpec kStopping{.code = "unavailable.shutdown", .when = "The daemon is stopping"};

inline constexpr Type kId = Type::string();
inline void writeIds(JsonWriter& json, std::span<const PaneId> ids)
{
    json.beginArray();
    for (const PaneId id : ids) json.value(id.str());
    json.endArray();
}

} // namespace venomx::window
