// What a trial of one plugin file found, and its JSON between the processes of a trial. Values and functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>
#include <venomx/sdk/json_writer.h>
#include <venomx/sdk/value.h>

#include "kernel/plugins/PluginRecord.h"

namespace venomx::kernel
{

struct Verdict
{
    std::vector<std::string> verbs{}; ///< their names, as far as they were learned
    std::optional<Refused> refused{};
};

/// The verdict's members, into an object that is open.
void writeVerdict(JsonWriter& json, const Verdict& verdict);
/// Nothing when it is not one. A word that no trial says becomes `trial`.
[[nodiscard]] std::optional<Verdict> readVerdict(const Value& object);

} // namespace venomx::kernel
