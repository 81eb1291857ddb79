// Plugin `window`: sessions, windows and their layouts. Made once by the plugin host; control loop only.
#pragma once

#include <venomx/sdk/plugin.h>

#include "Closings.h"
#include "PaneLayout.h"
#include "Workspace.h"

namespace venomx::window
{

class WindowPlugin final : public Plugin
{
public:
    [[nodiscard]] std::vector<Verb> verbs() override;
    [[nodiscard]] std::span<const std::string_view> events() const override;
    [[nodiscard]] std::vector<Offer> offers() override;
    void start(PluginContext& context) override;
    void stop() override;

private:
    Workspace _workspace;
    PaneLayout _layout{_workspace};
    Closings _closings;
};

} // namespace venomx::window
