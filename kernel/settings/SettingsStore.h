// The configuration in force: declared keys with checked values, layered from built-in defaults to the command line.
// Life: made from its sources → declare (the kernel's keys, then each plugin's) → finish → reads, and reload on the operator's
// wish. Owned by the daemon; control loop only.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/settings.h>

#include "kernel/settings/Layers.h"
#include "kernel/settings/SettingValue.h"
#include "kernel/settings/SettingsError.h"

namespace venomx::kernel
{

class SettingsStore final : public Settings
{
public:
    /// Throws SettingsError.
    explicit SettingsStore(SettingsSources sources);

    /// What a value must satisfy besides its declaration: throws std::invalid_argument, whose text says what the key takes.
    using Check = std::function<void(const SettingValue&)>;
    /// Before the key is declared.
    void hold(std::string key, Check check);

    /// Takes in the keys of one owner: all or none. Throws BadSettingSpec for a declaration against the rules (a plugin's keys
    /// begin with its name), SettingsError for a value of the operator's that does not fit.
    void declare(std::string_view owner, std::span<const SettingSpec> specs);

    /// Throws SettingsError for a key that nobody declared. Keys of a plugin in `absent` (there, but not loaded) cannot be
    /// judged; gives back one sentence for each of them.
    [[nodiscard]] std::vector<std::string> finish(const std::set<std::string>& absent);

    /// Keys, by name.
    struct Reloaded
    {
        std::vector<std::string> changed; ///< have new values now
        std::vector<std::string> restart; ///< have new values that need one
    };
    /// Reads the sources again and takes over reloadable keys; `absent` as for `finish`. Throws SettingsError, having changed
    /// nothing.
    [[nodiscard]] Reloaded reload(const std::set<std::string>& absent);

    [[nodiscard]] std::string text(std::string_view key) const override;
    [[nodiscard]] std::int64_t integer(std::string_view key) const override;
    [[nodiscard]] bool boolean(std::string_view key) const override;
    [[nodiscard]] std::vector<std::string> list(std::string_view key) const override;

    struct Entry
    {
        const SettingSpec* spec;
        std::string value;
        std::string source; ///< `default`, `/etc/venomx/venomx.properties:12`, `command line`
    };
    /// Where the key's value comes from, as in Entry.
    [[nodiscard]] const std::string& source(std::string_view key) const;
    /// Every declared key, by name.
    [[nodiscard]] std::vector<Entry> entries() const;

private:
    struct InForce
    {
        SettingSpec spec;
        SettingValue value;
        std::string source;
    };
    using Known = std::map<std::string, InForce, std::less<>>;

    [[nodiscard]] const InForce& inForce(std::string_view key) const;
    [[nodiscard]] std::pair<SettingValue, std::string> resolve(const Layers& layers, const SettingSpec& spec) const;
    [[nodiscard]] const SettingValue& value(std::string_view key, SettingSpec::Kind kind) const;
    [[nodiscard]] std::vector<std::string> unknown(const Layers& layers, const std::set<std::string>& absent) const;

    SettingsSources _sources;
    Layers _layers;
    Known _known;
    std::map<std::string, Check, std::less<>> _checks;
};

} // namespace venomx::kernel
