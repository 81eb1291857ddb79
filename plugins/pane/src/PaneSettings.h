// The plugin's settings in force. A value; control loop. All but `threads` follow a reload; a pane keeps the scrollback and
// input limit that it was made with.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <venomx/sdk/settings.h>

namespace venomx::pane
{

struct PaneSettings
{
    std::size_t threads{1};
    std::size_t inputLimit{std::size_t{1} << 20};
    std::size_t scrollback{10'000};
    std::size_t keepExited{256};
    std::chrono::milliseconds grace{2'000};
    std::chrono::milliseconds drain{500};

    [[nodiscard]] static std::span<const SettingSpec> specs();
    [[nodiscard]] static PaneSettings from(const Settings& settings);
};

} // namespace venomx::pane
