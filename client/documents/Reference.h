// The reference: one Markdown document with every verb of a manifest. Pure function.
#pragma once

#include "client/manifest/Manifest.h"

#include <string>

namespace venomx::client
{

[[nodiscard]] std::string referenceDocument(const Manifest& manifest);

/// One verb's section of it.
[[nodiscard]] std::string referenceSection(const Manifest& manifest, const VerbView& verb);

} // namespace venomx::client
