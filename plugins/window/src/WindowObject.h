// The window object, as results give it: its declaration and its making, side by side. Control loop only.
#pragma once

#include <venomx/sdk/result.h>
#include <venomx/sdk/verb.h>

#include "Window.h"

namespace venomx::window
{

inline constexpr Param kWindowObject[] = {
    {.name = "window", .type = Type::string(), .required = true, .summary = "The window's id"},
    {.name = "session", .type = Type::string(), .required = true, .summary = "Id of the session that it is in"},
    {.name = "name", .type = Type::string(), .required = true, .summary = "Its name"},
    {.name = "cols", .type = Type::integer(), .required = true, .summary = "Its width in cells"},
    {.name = "rows", .type = Type::integer(), .required = true, .summary = "Its height in cells"},
    {.name = "layout",
     .type = Type::json(),
     .required = true,
     .summary = "A pane with its cols and rows, or an axis (cols: side by side) with cells, each a layout; one cell between neighbours"},
    {.name = "active", .type = Type::string(), .required = true, .summary = "Id of the active pane"},
};

[[nodiscard]] Result windowObject(const Window& window);

} // namespace venomx::window
