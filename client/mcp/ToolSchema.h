// A verb's parameters and result as JSON Schema (2020-12). No `$schema` stands in it: that dialect is the protocol's default,
// and clients of earlier revisions refuse to compile what names it. Pure functions.
#pragma once

#include "client/manifest/Manifest.h"

#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{

void writeInputSchema(JsonWriter& json, const VerbView& verb);
void writeOutputSchema(JsonWriter& json, const VerbView& verb);

} // namespace venomx::client::mcp
