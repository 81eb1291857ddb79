// A result as names and values, one a line, with lists of objects as tables below them. Pure function.
#pragma once

#include "client/manifest/Manifest.h"
#include "client/render/Render.h"

#include <string>
#include <venomx/sdk/value.h>

namespace venomx::client
{

[[nodiscard]] std::string renderFields(const VerbView& verb, const Value& result, const Look& look);

} // namespace venomx::client
