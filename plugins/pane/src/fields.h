// Parameters, result fields and errors that several of the family's verbs share. Constants; any thread.
#pragma once

#include <venomx/sdk/verb.h>

namespace venomx::pane
{

inline constexpr Param kPaneParam{.name = "pane", .type = Type::string(), .required = true, .summary = "The pane's id"};
inline constexpr Param kPaneResult{.name = "pane", .type = Type::string(), .required = true, .summary = "The pane's id"};
inline constexpr ErrorSpec kNoPane{.code = "not_found.pane", .when = "No such pane"};
inline constexpr ErrorSpec kPaneExited{.code = "conflict.pane_exited", .when = "The pane's process has ended"};

inline constexpr Param kStatusFields[] = {
    {.name = "code", .type = Type::integer(0, 255), .summary = "Exit status of a process that ended by itself"},
    {.name = "signal", .type = Type::string(), .summary = "Name of the signal that ended it"},
    {.name = "core", .type = Type::boolean(), .summary = "With signal: a core was dumped"},
};

inline constexpr Param kPaneFields[] = {
    {.name = "pane", .type = Type::string(), .required = true, .summary = "Id"},
    {.name = "window", .type = Type::string(), .required = true, .summary = "Window that holds it"},
    {.name = "session", .type = Type::string(), .required = true, .summary = "Session that holds the window"},
    {.name = "principal", .type = Type::string(), .required = true, .summary = "The pane's own principal"},
    {.name = "pid", .type = Type::integer(), .required = true, .summary = "Process that was started in it"},
    {.name = "cols", .type = Type::integer(), .required = true, .summary = "Columns"},
    {.name = "rows", .type = Type::integer(), .required = true, .summary = "Rows"},
    {.name = "state", .type = Type::string({"running", "exited"}), .required = true, .summary = "Whether its process has ended"},
    {.name = "argv0", .type = Type::string(), .required = true, .summary = "Base name of the process's argv[0]"},
    {.name = "title", .type = Type::string(), .required = true, .summary = "Title that the program has set"},
    {.name = "created", .type = Type::string(), .required = true, .summary = "When it was created"},
    {.name = "exited", .type = Type::string(), .summary = "When its process had ended and its output was read"},
    {.name = "status", .type = Type::object(kStatusFields), .summary = "How its process ended"},
    {.name = "bytes_out", .type = Type::integer(), .required = true, .summary = "Bytes that its programs have written"},
    {.name = "bytes_in", .type = Type::integer(), .required = true, .summary = "Bytes that were sent to them"},
};
inline constexpr Type kPaneObject = Type::object(kPaneFields);

} // namespace venomx::pane
