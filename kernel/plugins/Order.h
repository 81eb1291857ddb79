// In which order plugins start: each after those whose services it needs, ties by name. A function; any thread.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "kernel/plugins/PluginRecord.h"

namespace venomx::kernel
{

struct Node
{
    std::string name;
    std::vector<std::string> provides;
    std::vector<std::string> needs;
};

struct StartOrder
{
    std::vector<std::string> names;
    std::map<std::string, Refused> refused; ///< reasons: duplicate_service, missing_need, cycle
};

/// `given`: services that are there anyway. `absent`: services that known but unusable plugins would provide, with the
/// plugins' names. Names are distinct.
[[nodiscard]] StartOrder startOrder(std::vector<Node> nodes, const std::set<std::string>& given,
                                    const std::map<std::string, std::string>& absent);

} // namespace venomx::kernel
