// What can be listened to: as clients ask for it, and as streams of the daemon's that tell of it. Pure functions.
#pragma once

#include "client/manifest/Manifest.h"
#include "client/mcp/Gather.h"

#include <string>
#include <string_view>
#include <vector>

namespace venomx::client::mcp
{

/// The topics that a subscription's filter names, as far as they are ours.
[[nodiscard]] std::vector<std::string> topicsOf(const Value& filter);
/// The filter that names these topics; a JSON object.
[[nodiscard]] std::string filterOf(const std::vector<std::string>& topics);
/// The streams that bring something whenever the topic changes.
[[nodiscard]] std::vector<Question> sourcesOf(std::string_view topic, const Manifest& manifest);

} // namespace venomx::client::mcp
