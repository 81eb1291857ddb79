// The prompts: tasks that a person picks from a menu, worded for a model that has the tools. Each is offered where the daemon
// has the verbs that it speaks of. A constant table and pure functions.
#pragma once

#include "client/mcp/Pages.h"
#include "client/mcp/RpcError.h"

#include <span>
#include <string>
#include <string_view>

namespace venomx::client::mcp
{

struct PromptArgument
{
    std::string_view name;
    std::string_view description;
    bool required{false};
};

struct Prompt
{
    std::string_view name;
    std::string_view title;
    std::string_view description;
    std::span<const PromptArgument> arguments;
    /// `{name}` stands for an argument; a line that speaks of one that is not given is left out.
    std::string_view text;
};

[[nodiscard]] std::span<const Prompt> prompts();
/// nullptr: there is none.
[[nodiscard]] const Prompt* findPrompt(std::string_view name);
[[nodiscard]] Items promptItems();

/// The result of prompts/get, or why there is none.
struct PromptAnswer
{
    std::string result;
    RpcError error{}; ///< code 0: none
    std::string data; ///< of the error, in JSON; empty: none
};
[[nodiscard]] PromptAnswer promptResult(const Value* params);

} // namespace venomx::client::mcp
