// The operator's list of plugin files that may be loaded (plugins.digests): SHA-256 lines as `sha256sum` writes them. A value;
// any thread.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <sys/types.h>

#include "kernel/plugins/PluginRecord.h"

namespace venomx::kernel
{

class SettingsStore;

class Digests
{
public:
    /// As plugins.digests says; nothing when it is empty. Throws SettingsError, which also names the key's own place.
    [[nodiscard]] static std::optional<Digests> configured(const SettingsStore& settings, uid_t daemon);
    /// The file is held to the rules of a plugin's file. Throws SettingsError, which names file and line.
    [[nodiscard]] static Digests read(const std::string& path, uid_t daemon);

    /// Do both let the same files in?
    [[nodiscard]] bool sameAs(const Digests& other) const { return _digests == other._digests; }
    /// May a file of that name, with that digest, be loaded? Reason: digest.
    [[nodiscard]] std::optional<Refused> judge(const std::string& fileName, const std::string& digest) const;

private:
    void take(std::string_view line, const std::string& place);

    std::set<std::string> _digests;
    std::map<std::string, std::string> _byName; ///< for the sentence
};

} // namespace venomx::kernel
