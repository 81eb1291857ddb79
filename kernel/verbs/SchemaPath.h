// Steps of the dotted paths in schema failures. Functions; any thread.
#pragma once

#include <string_view>

#include "kernel/verbs/Schema.h"

namespace venomx::kernel
{

/// The failure as seen one step further out.
[[nodiscard]] SchemaFailure below(std::string_view step, SchemaFailure failure);
/// A member that nobody declared: its name where it may be shown, else the object that holds it.
[[nodiscard]] SchemaFailure unknownMember(std::string_view name);

} // namespace venomx::kernel
