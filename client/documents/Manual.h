// The manual: a page a verb, and one for the program and the daemon. Pure functions.
#pragma once

#include "client/manifest/Manifest.h"

#include <string>
#include <string_view>
#include <vector>

namespace venomx::client
{

/// The section of all pages.
inline constexpr std::string_view kManualSection{"1"};

/// "venomx-pane-split"; always made of a-z, 0-9 and - alone, so that it may be a file's name.
[[nodiscard]] std::string pageName(const VerbView& verb);

/// The page `venomx`.
[[nodiscard]] std::string programPage(const Manifest& manifest);
[[nodiscard]] std::string verbPage(const Manifest& manifest, const VerbView& verb);

struct ManualPage
{
    std::string name;
    std::string text;
};

/// The program's page, then the verbs' by name.
[[nodiscard]] std::vector<ManualPage> manual(const Manifest& manifest);

} // namespace venomx::client
