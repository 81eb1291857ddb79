// Manifests that were seen before, a file each, named by their hash: an unchanged manifest costs no request.
// In $XDG_CACHE_HOME/venomx (0700), files 0600, written atomically; only files that are the caller's own and nobody else's to
// write are read. Failing to read or write is harmless and silent. Owned by the command that runs; one thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace venomx::client
{

class ManifestCache
{
public:
    /// `directory` is where the files lie; empty: there is no cache.
    explicit ManifestCache(std::string directory) : _directory(std::move(directory)) {}

    /// From $XDG_CACHE_HOME and $HOME; empty when neither is an absolute path.
    [[nodiscard]] static std::string directoryFor(std::string_view cacheHome, std::string_view home);

    [[nodiscard]] std::optional<std::string> load(std::string_view hash) const;
    /// The one that was written last, for help without a daemon.
    [[nodiscard]] std::optional<std::string> newest() const;
    void store(std::string_view hash, std::string_view text) const;

private:
    std::string _directory;
};

} // namespace venomx::client
