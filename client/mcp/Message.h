// One message of the client, as JSON-RPC 2.0 has them: what it asks, under which id, or why it is none.
// Views end with the arena and the line. Pure functions; one thread.
#pragma once

#include "client/mcp/RpcError.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <venomx/sdk/arena.h>
#include <venomx/sdk/json_reader.h>
#include <venomx/sdk/value.h>

namespace venomx::client::mcp
{

/// A request's id: the text to echo, and a text that is the same for ids that mean the same.
struct RequestId
{
    std::string text{"null"};
    std::string key;
};

struct Message
{
    enum class Kind : std::uint8_t
    {
        request,
        notification,
        response, ///< to a request of ours
        invalid
    };
    Kind kind{Kind::invalid};
    RequestId id;
    std::string_view method;
    const Value* params{nullptr}; ///< an object, or nullptr: none
    const Value* result{nullptr}; ///< of a response; nullptr: it is an error
    RpcError error{};             ///< of an invalid one
};

/// Containers in each other that a message may have; the daemon takes fewer and says so.
constexpr int kDeepestMessage = 512;

class MessageReader
{
public:
    /// `line` is not blank. The message ends with the next read.
    [[nodiscard]] Message read(std::string_view line);

private:
    JsonReader _reader{kDeepestMessage};
    Arena _arena;
    Value _root;
};

/// The id that `value` is; nothing when it is neither string nor number. `raw` is its text in the line where that is known.
[[nodiscard]] std::optional<RequestId> requestId(const Value& value, std::string_view raw);

} // namespace venomx::client::mcp
