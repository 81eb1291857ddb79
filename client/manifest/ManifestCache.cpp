#include "client/manifest/ManifestCache.h"

#include "client/manifest/CacheFiles.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace venomx::client
{
namespace
{

constexpr std::string_view kPrefix{"manifest-"};
constexpr std::string_view kSuffix{".json"};
constexpr std::size_t kKept = 8;

/// The hash becomes part of a path, so it is nothing but what a hash is.
bool isHash(std::string_view hash)
{
    constexpr std::size_t kDigits = 64;
    return hash.size() == kDigits && hash.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string nameFor(std::string_view hash)
{
    return std::string{kPrefix}.append(hash).append(kSuffix);
}

bool isOurs(const std::string& name)
{
    return name.starts_with(kPrefix) && name.ends_with(kSuffix);
}

} // namespace

std::string ManifestCache::directoryFor(std::string_view cacheHome, std::string_view home)
{
    if (cacheHome.starts_with('/')) return std::string{cacheHome}.append("/venomx");
    if (home.starts_with('/')) return std::string{home}.append("/.cache/venomx");
    return {};
}

std::optional<std::string> ManifestCache::load(std::string_view hash) const
{
    if (_directory.empty() || !isHash(hash)) return std::nullopt;
    const std::string path = _directory + "/" + nameFor(hash);
    std::optional<std::string> text = readOwnFile(path);
    // Help without a daemon shows the manifest of the daemon met last: the newest file, so a use makes it new.
    if (text) ::utimensat(AT_FDCWD, path.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
    return text;
}

std::optional<std::string> ManifestCache::newest() const
{
    if (_directory.empty()) return std::nullopt;
    for (const std::string& name : filesByAge(_directory))
        if (isOurs(name))
            if (std::optional<std::string> text = readOwnFile(_directory + "/" + name)) return text;
    return std::nullopt;
}

void ManifestCache::store(std::string_view hash, std::string_view text) const
{
    if (_directory.empty() || !isHash(hash)) return;
    if (!makeDirectories(_directory) || !writeOwnFile(_directory, nameFor(hash), text)) return;
    std::vector<std::string> names = filesByAge(_directory);
    std::erase_if(names, [](const std::string& name) { return !isOurs(name); });
    for (std::size_t i = kKept; i < names.size(); ++i) ::unlink((_directory + "/" + names[i]).c_str());
}

} // namespace venomx::client
