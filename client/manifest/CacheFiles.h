// The file system as the cache uses it. Functions; each reports failure by its result and leaves nothing half done.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace venomx::client
{

/// The content of a regular file that belongs to the caller and that no one else may write.
[[nodiscard]] std::optional<std::string> readOwnFile(const std::string& path);
/// Writes the file (0600) beside its place and moves it there.
[[nodiscard]] bool writeOwnFile(const std::string& directory, const std::string& name, std::string_view content);
/// Makes what is missing of an absolute path, 0700 each.
[[nodiscard]] bool makeDirectories(const std::string& path);
/// The names in a folder, the one changed last first; files that begin with a dot are left out.
[[nodiscard]] std::vector<std::string> filesByAge(const std::string& directory);

} // namespace venomx::client
