// The messages that the server sends, each as one line without its end. Results of the stateless era say what they are and who
// sends them. Pure functions.
#pragma once

#include "client/mcp/RpcError.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace venomx::client::mcp
{

struct Asker;

/// How long a result stays good, and whether another caller may be given it.
struct Freshness
{
    std::int64_t milliseconds{0};
    bool anyone{false};
};

/// What the manifest alone decides; a change of it is told.
constexpr Freshness kOfTheManifest{.milliseconds = 60'000, .anyone = true};
/// What the daemon does meanwhile, as this caller may see it.
constexpr Freshness kOfTheMoment{};

/// `result` is a JSON object.
[[nodiscard]] std::string resultReply(const Asker& asker, std::string_view result);
[[nodiscard]] std::string cacheableReply(const Asker& asker, std::string_view result, const Freshness& freshness);
/// The end of a subscription, whose id, as JSON text, also stands in `_meta` under `key`.
[[nodiscard]] std::string closedReply(std::string_view id, std::string_view key);
/// `id` is JSON text as the request had it. `data`: JSON text; empty: none.
[[nodiscard]] std::string errorReply(std::string_view id, const RpcError& error, std::string_view data = {});
/// A tool's result: the JSON object as it is, and as text.
[[nodiscard]] std::string toolReply(const Asker& asker, std::string_view result);
/// The same with content blocks of the tool's own in the text's place; a JSON array.
[[nodiscard]] std::string contentReply(const Asker& asker, std::string_view result, std::string_view content);
/// What a tool refused: `error` is the object {code, message, data}; `code` is the code in it.
[[nodiscard]] std::string toolErrorReply(const Asker& asker, std::string_view code, std::string_view error);
/// `params`: a JSON object; empty: none.
[[nodiscard]] std::string notification(std::string_view method, std::string_view params = {});

} // namespace venomx::client::mcp
