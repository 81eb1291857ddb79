// The messages that the server sends, each as one line without its end. `id` is JSON text as the request had it.
// Pure functions.
#pragma once

#include <string>
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
constexpr RpcError kArguments{.code = -32602, .message = "the arguments of a tool are an object"};
constexpr RpcError kInternal{.code = -32603, .message = "the daemon's tools cannot be listed"};

/// `result` is a JSON object.
[[nodiscard]] std::string resultReply(std::string_view id, std::string_view result);
/// `data`: JSON text; empty: none.
[[nodiscard]] std::string errorReply(std::string_view id, const RpcError& error, std::string_view data = {});
/// A tool's result: the JSON object as it is, and as text.
[[nodiscard]] std::string toolReply(std::string_view id, std::string_view result);
/// What a tool refused: `error` is the object {code, message, data}; `code` is the code in it.
[[nodiscard]] std::string toolErrorReply(std::string_view id, std::string_view code, std::string_view error);
[[nodiscard]] std::string notification(std::string_view method);

} // namespace venomx::client::mcp
