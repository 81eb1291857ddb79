// The rules that a request's `env` and `env_unset` must keep, looked at in the order that makes the one error deterministic.
// Reads the request's values, allocates in the arena given, touches nothing else; any thread. Throws Refusal
// (invalid_params.env).
#pragma once

#include "NameSet.h"

#include <span>
#include <string_view>
#include <venomx/sdk/arena.h>
#include <venomx/sdk/value.h>

namespace venomx::spawn
{

struct EnvEntry
{
    std::string_view name;
    std::string_view value;
};

/// What a request changes in the environment. Views into the request and the arena.
struct EnvironmentChange
{
    std::span<const EnvEntry> set;
    NameSet named; ///< by `env` or `env_unset`
};

[[nodiscard]] EnvironmentChange checkEnvironment(std::span<const Value> env, std::span<const Value> unset, Arena& arena);

} // namespace venomx::spawn
