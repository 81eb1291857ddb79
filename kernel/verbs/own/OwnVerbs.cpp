#include "kernel/verbs/own/OwnVerbs.h"

namespace venomx::kernel
{

std::vector<Verb> ownVerbs(const OwnParts& parts)
{
    return {manifestGet(parts), pluginList(parts), configList(parts), daemonInfo(parts), daemonShutdown(parts)};
}

} // namespace venomx::kernel
