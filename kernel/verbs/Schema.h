// A verb's parameters as the gate checks them: the spec's own and those of the groups that it includes, in one list.
// Built once for each verb; checking allocates nothing unless a default must be filled in (in the request's arena) or the
// check fails. Control loop only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>
#include <venomx/sdk/arena.h>
#include <venomx/sdk/result.h>
#include <venomx/sdk/value.h>
#include <venomx/sdk/verb.h>

namespace venomx::kernel
{

class Schema
{
public:
    explicit Schema(const VerbSpec& spec);

    /// Checks `params` and, when defaults are missing, makes it the object with them. Says what is wrong otherwise:
    /// invalid_params.schema, first the members in the order sent, then what is missing in the order declared.
    [[nodiscard]] std::optional<Refusal> check(Value& params, Arena& arena) const;

private:
    std::vector<const Param*> _params;
};

/// What the gate fills in for an absent parameter; nothing (null) where there is no default.
[[nodiscard]] Value valueOf(const Default& fallback);

enum class SchemaReason : std::uint8_t
{
    missing,
    type,
    unknown,
    choice,
    range
};

/// Where a value does not fit, as a dotted path below the value checked ("" is the value itself).
struct SchemaFailure
{
    std::string path;
    SchemaReason reason{SchemaReason::type};
};

/// Does a value fit a type? Used for parameters, and for results in debug builds.
[[nodiscard]] std::optional<SchemaFailure> misfit(const Value& value, const Type& type);
[[nodiscard]] std::optional<SchemaFailure> misfitFields(const Value& object, std::span<const Param> fields);

} // namespace venomx::kernel
