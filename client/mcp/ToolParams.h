// A tool's arguments as its verb's parameters. They are the same, but for what a call with one answer needs: a stream ends
// with what is there, and a wait ends before the hosts' patience does. Pure functions.
#pragma once

#include "client/manifest/Manifest.h"

#include <string_view>
#include <venomx/sdk/secret.h>

namespace venomx::client::mcp
{

/// The parameter that tells a stream whether to go on with what is yet to come.
constexpr std::string_view kFollow{"follow"};
/// The parameter that limits a wait, and what a tool waits at most; then the answer is the verb's own for a time-out.
constexpr std::string_view kTimeout{"timeout_ms"};
constexpr std::int64_t kLongestWait = 50'000;

/// Whether a verb that streams can be asked to end with what is there.
[[nodiscard]] bool canEnd(const VerbView& verb);
/// Whether the parameter is a limit to a verb's waiting.
[[nodiscard]] bool limitsWait(const ParamView& param);

/// `arguments` is a JSON object, as JSON text. Throws invalid_params.schema when a stream is to be followed.
[[nodiscard]] Secret verbParams(const VerbView& verb, std::string_view arguments);

} // namespace venomx::client::mcp
