// A tool's arguments as its verb's parameters. They are the same, but for what a call with one answer needs: a stream ends
// with what is there, and a wait ends before the hosts' patience does. Pure functions.
#pragma once

#include "client/manifest/Manifest.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <venomx/sdk/secret.h>

namespace venomx::client::mcp
{

/// The parameter that tells a stream whether to go on with what is yet to come.
constexpr std::string_view kFollow{"follow"};
/// The parameter that limits a wait, and what a tool waits at most; then the answer is the verb's own for a time-out.
constexpr std::string_view kTimeout{"timeout_ms"};
constexpr std::int64_t kLongestWait = 50'000;

/// The result that holds what a model is to see in place of the result's text.
constexpr std::string_view kContent{"content"};

/// Whether a verb that streams can be asked to end with what is there.
[[nodiscard]] bool canEnd(const VerbView& verb);
/// Whether the parameter is a limit to a verb's waiting.
[[nodiscard]] bool limitsWait(const ParamView& param);

/// Whether a result of the verb's tool may be cut, with a cursor of ours to go on: where it can be long, and the verb has no
/// `next` of its own. What a verb that changes something tells in texts is short: ids and names.
[[nodiscard]] bool mayBeCut(const VerbView& verb);
/// Whether the verb words its result for a model itself: it has a result `content` of any JSON, which are then blocks of content
/// as the protocol has them, images too.
[[nodiscard]] bool givesContent(const VerbView& verb);
/// How long the verb may wait, by its parameters as JSON text; nothing when it has no limit.
[[nodiscard]] std::optional<std::int64_t> waitLimit(const VerbView& verb, std::string_view params);

/// `arguments` is a JSON object, as JSON text. Throws invalid_params.schema when a stream is to be followed.
[[nodiscard]] Secret verbParams(const VerbView& verb, std::string_view arguments);

} // namespace venomx::client::mcp
