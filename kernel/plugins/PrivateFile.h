// Small files that are this user's alone, in a folder that is too. Functions; any thread. Failure is a result: nothing is left
// half done.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace venomx::kernel
{

/// Nothing when it is missing, not a regular file of this user's that only this user may write, or too large to be true.
[[nodiscard]] std::optional<std::string> readPrivateFile(const std::string& folder, std::string_view name);
/// Makes the folder (0700, with what is missing above it) and replaces the file (0600) as a whole.
bool writePrivateFile(const std::string& folder, std::string_view name, std::string_view text);

} // namespace venomx::kernel
