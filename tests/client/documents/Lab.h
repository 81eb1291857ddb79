// The manifest of manifest.json beside this file, and what the tests of documents ask of a text.
#pragma once

#include "client/manifest/Manifest.h"

#include <string>
#include <string_view>

namespace venomx::client::test
{

[[nodiscard]] const Manifest& lab();
[[nodiscard]] VerbView labVerb(std::string_view name);

/// The content of a file in this folder.
[[nodiscard]] std::string dataFile(std::string_view name);

/// Fails the test, with `text`, unless `part` stands in it.
void assertHolds(std::string_view text, std::string_view part);

/// Compares with golden/<name>. With $VENOMX_WRITE_GOLDEN set it writes that file instead.
void assertGolden(std::string_view name, const std::string& text);

} // namespace venomx::client::test
