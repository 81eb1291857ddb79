// The errors that the server itself answers with, as JSON-RPC 2.0 and the protocol number them. Constants.
#pragma once

#include <string_view>

namespace venomx::client::mcp
{

struct RpcError
{
    int code{0};
    std::string_view message;
};

constexpr RpcError kParseError{.code = -32700, .message = "the message is not JSON"};
constexpr RpcError kInvalidRequest{.code = -32600, .message = "the message is no request of JSON-RPC 2.0"};
constexpr RpcError kTooLong{.code = -32600, .message = "the message is longer than 10 MiB"};
constexpr RpcError kMethodNotFound{.code = -32601, .message = "the server has no such method"};
constexpr RpcError kInvalidParams{.code = -32602, .message = "the parameters do not fit the method"};
constexpr RpcError kUnknownTool{.code = -32602, .message = "the server has no such tool"};
constexpr RpcError kVerbsName{.code = -32602, .message = "the server has no such tool; a tool's name has _ where the verb's has a dot"};
constexpr RpcError kUnknownPrompt{.code = -32602, .message = "the server has no such prompt"};
constexpr RpcError kArguments{.code = -32602, .message = "the arguments of a tool are an object"};
constexpr RpcError kCursor{.code = -32602, .message = "the cursor is none of this list"};
constexpr RpcError kNoVersion{.code = -32602, .message = "_meta names no protocol version"};
constexpr RpcError kNoCapabilities{.code = -32602, .message = "_meta has no client capabilities"};
constexpr RpcError kNoEnvelope{.code = -32602, .message = "the method needs the protocol version and client capabilities in _meta"};
constexpr RpcError kMissing{.code = -32602, .message = "the server has no such resource"};
/// The number that the revisions of the handshake era have for it.
constexpr RpcError kMissingThen{.code = -32002, .message = "the server has no such resource"};
constexpr RpcError kUnsupportedVersion{.code = -32022, .message = "the server does not speak that protocol version"};
constexpr RpcError kInternal{.code = -32603, .message = "the daemon's tools cannot be listed"};
constexpr RpcError kUnavailable{.code = -32603, .message = "the daemon refused"};

} // namespace venomx::client::mcp
