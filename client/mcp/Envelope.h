// What a request says of itself in `_meta`: the era that it is served in, and the token under which its sender wants to hear of
// progress. The era is the request's, not the connection's. Pure functions.
#pragma once

#include "client/mcp/Message.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace venomx::client::mcp
{

enum class Era : std::uint8_t
{
    handshake, ///< the revisions that begin with `initialize`
    stateless  ///< each request stands for itself
};

/// The stateless revisions, the newest first.
constexpr std::array<std::string_view, 1> kStatelessRevisions{"2026-07-28"};

/// Whom an answer goes to, and in which era's form.
struct Asker
{
    RequestId id;
    Era era{Era::handshake};
};

struct Envelope
{
    Era era{Era::handshake};
    std::optional<std::string> progressToken; ///< as JSON text
    RpcError error{};                         ///< code 0: none
    std::string errorData;                    ///< JSON text; empty: none
};

[[nodiscard]] Envelope readEnvelope(const Value* params);

} // namespace venomx::client::mcp
