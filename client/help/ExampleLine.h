// A manifest example's parameters as the command line that gives them. Pure functions.
#pragma once

#include "client/manifest/Manifest.h"

#include <string>
#include <string_view>
#include <venomx/sdk/value.h>

namespace venomx::client
{

/// "venomx window create --session s0 --cwd /srv/app -- make"; in the order of the example, what `rest` names last.
[[nodiscard]] std::string exampleLine(const VerbView& verb, const Value& params);

/// The word as a POSIX shell reads it back.
[[nodiscard]] std::string shellWord(std::string_view word);

} // namespace venomx::client
