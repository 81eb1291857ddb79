// The manual's pages as files, for `man` and for packages. Functions; one thread.
#pragma once

#include "client/documents/Manual.h"

#include <string>
#include <vector>

namespace venomx::client
{

/// "venomx-pane-split.1"
[[nodiscard]] std::string pageFile(const ManualPage& page);

/// Makes the folder if need be, and replaces each page's file as a whole. Throws unavailable.folder, internal.output.
void writePages(const std::string& folder, const std::vector<ManualPage>& pages);

} // namespace venomx::client
