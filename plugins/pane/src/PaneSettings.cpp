#include "PaneSettings.h"

#include <algorithm>
#include <thread>
#include <venomx/sdk/services/panes.h>

namespace venomx::pane
{

namespace
{

using Kind = SettingSpec::Kind;

constexpr SettingSpec kSpecs[] = {
    {.key = "pane.threads",
     .kind = Kind::integer,
     .fallback = "0",
     .summary = "Threads that read terminals; 0: half the cores, at least one",
     .minimum = 0,
     .maximum = 64},
    {.key = "pane.input_limit",
     .kind = Kind::integer,
     .fallback = "1048576",
     .summary = "Bytes of input that wait for a pane's program at most",
     .minimum = 4'096,
     .maximum = 1'073'741'824,
     .reloadable = true},
    {.key = "pane.scrollback",
     .kind = Kind::integer,
     .fallback = "10000",
     .summary = "Lines of scrollback that a new pane keeps",
     .minimum = 0,
     .maximum = 10'000'000,
     .reloadable = true},
    {.key = "pane.keep_exited",
     .kind = Kind::integer,
     .fallback = "256",
     .summary = "Exited panes that stay until they are closed; beyond it the oldest is closed",
     .minimum = 0,
     .maximum = 100'000,
     .reloadable = true},
    {.key = "pane.grace_ms",
     .kind = Kind::integer,
     .fallback = "2000",
     .summary = "Milliseconds between SIGHUP and SIGKILL when a pane is closed",
     .minimum = 0,
     .maximum = kLongestGraceMs,
     .reloadable = true},
    {.key = "pane.drain_ms",
     .kind = Kind::integer,
     .fallback = "500",
     .summary = "Milliseconds that output is waited for after a process has ended while others hold its terminal open",
     .minimum = 0,
     .maximum = 60'000,
     .reloadable = true},
};

} // namespace

std::span<const SettingSpec> PaneSettings::specs()
{
    return kSpecs;
}

PaneSettings PaneSettings::from(const Settings& settings)
{
    const auto number = [&](std::string_view key) { return static_cast<std::size_t>(settings.integer(key)); };
    const auto time = [&](std::string_view key) { return std::chrono::milliseconds{settings.integer(key)}; };
    const std::size_t halfTheCores = std::max<std::size_t>(1, std::thread::hardware_concurrency() / 2);
    const std::size_t asked = number("pane.threads");
    return {.threads = asked > 0 ? asked : halfTheCores,
            .inputLimit = number("pane.input_limit"),
            .scrollback = number("pane.scrollback"),
            .keepExited = number("pane.keep_exited"),
            .grace = time("pane.grace_ms"),
            .drain = time("pane.drain_ms")};
}

} // namespace venomx::pane
