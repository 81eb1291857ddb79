#include "kernel/settings/KernelSettings.h"

namespace venomx::kernel
{
namespace
{

using Kind = SettingSpec::Kind;

constexpr SettingSpec kSettings[] = {
    {.key = "log.level",
     .kind = Kind::text,
     .fallback = "information",
     .summary = "The least urgent messages that are logged",
     .choices = {"error", "warning", "notice", "information", "debug"},
     .reloadable = true},
    {.key = "log.format",
     .kind = Kind::text,
     .fallback = "text",
     .summary = "How a message is written: a line of text, or a JSON object a line",
     .choices = {"text", "json"},
     .reloadable = true},

    {.key = "plugins.dir", .kind = Kind::text, .summary = "Where plugins are; empty: beside the installed daemon"},
    {.key = "plugins.extra_dirs", .kind = Kind::list, .summary = "More directories with plugins, looked into afterwards"},
    {.key = "plugins.enabled", .kind = Kind::list, .summary = "Names of the plugins to load; empty: all that are found"},
    {.key = "plugins.disabled", .kind = Kind::list, .summary = "Names of plugins not to load"},
    {.key = "plugins.stop_ms",
     .kind = Kind::integer,
     .fallback = "5000",
     .summary = "How long a plugin may take to stop before the log says so, in milliseconds",
     .minimum = 1,
     .maximum = 600'000},
    {.key = "verbs.denied",
     .kind = Kind::list,
     .summary = "Verbs that nobody may call: names, or family.* for all of a family",
     .reloadable = true},

    {.key = "limits.frame",
     .kind = Kind::integer,
     .fallback = "1048576",
     .summary = "Longest frame of a client in bytes, with its newline",
     .minimum = 4'096,
     .maximum = 67'108'864},
    {.key = "limits.pending",
     .kind = Kind::integer,
     .fallback = "256",
     .summary = "Requests of one connection that run at once",
     .minimum = 1,
     .maximum = 65'536,
     .reloadable = true},
    {.key = "limits.waits",
     .kind = Kind::integer,
     .fallback = "4096",
     .summary = "Waits and streams of one connection at once",
     .minimum = 1,
     .maximum = 1'048'576,
     .reloadable = true},
    {.key = "limits.output",
     .kind = Kind::integer,
     .fallback = "8388608",
     .summary = "Bytes waiting for one connection past which the daemon stops reading from it",
     .minimum = 65'536,
     .maximum = 1'073'741'824,
     .reloadable = true},
    {.key = "limits.stall_ms",
     .kind = Kind::integer,
     .fallback = "30000",
     .summary = "How long a connection may leave its output unread before it is closed, in milliseconds",
     .minimum = 100,
     .maximum = 86'400'000,
     .reloadable = true},
    {.key = "limits.panes",
     .kind = Kind::integer,
     .fallback = "4096",
     .summary = "Panes in the daemon at once",
     .minimum = 1,
     .maximum = 1'048'576,
     .reloadable = true},
    {.key = "limits.panes_per_principal",
     .kind = Kind::integer,
     .fallback = "256",
     .summary = "Panes that one principal and its descendants hold at once",
     .minimum = 1,
     .maximum = 1'048'576,
     .reloadable = true},

    {.key = "events.ring",
     .kind = Kind::integer,
     .fallback = "65536",
     .summary = "Events kept for readers that come later",
     .minimum = 16,
     .maximum = 16'777'216},

    {.key = "authority.unknown_grants",
     .kind = Kind::list,
     .fallback = "read *",
     .summary = "What a client without a token may do: `right scope`, separated by commas; empty: nothing",
     .reloadable = true},
    {.key = "authority.linger_ms",
     .kind = Kind::integer,
     .fallback = "0",
     .summary = "How long a pane's principal lives on after its process has ended, in milliseconds",
     .minimum = 0,
     .maximum = 86'400'000,
     .reloadable = true},
    {.key = "authority.owner_from_panes",
     .kind = Kind::boolean,
     .fallback = "false",
     .summary = "May a process inside a pane use the owner's token?",
     .reloadable = true},
};

} // namespace

std::span<const SettingSpec> kernelSettings()
{
    return kSettings;
}

} // namespace venomx::kernel
