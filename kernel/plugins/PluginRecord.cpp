#include "kernel/plugins/PluginRecord.h"

namespace venomx::kernel
{

std::string_view toText(PluginState state)
{
    switch (state)
    {
    case PluginState::started:
        return "started";
    case PluginState::disabled:
        return "disabled";
    case PluginState::refused:
        return "refused";
    case PluginState::failed:
        break;
    }
    return "failed";
}

} // namespace venomx::kernel
