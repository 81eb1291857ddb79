// Where configuration comes from, lowest first: files, the file named on the command line, single keys given there.
// Reading keeps each entry's place for errors and for `config.list`. One owner; any thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace venomx::kernel
{

struct SettingsSources
{
    std::vector<std::string> files{};     ///< each is read if it exists, lowest first
    std::string named{};                  ///< must exist; empty: none
    std::vector<std::string> overrides{}; ///< `key=value`, the last of a key wins
};

/// /etc/venomx/venomx.properties, then the user's own in $XDG_CONFIG_HOME (else ~/.config), then what was given.
[[nodiscard]] SettingsSources standardSources(std::string named, std::vector<std::string> overrides);

class Layers
{
public:
    /// Throws SettingsError.
    explicit Layers(const SettingsSources& sources);
    ~Layers();
    Layers(Layers&&) noexcept;
    Layers& operator=(Layers&&) noexcept;

    struct Found
    {
        std::string value;
        std::string source; ///< `/etc/venomx/venomx.properties:12` or `command line`
    };
    [[nodiscard]] std::optional<Found> find(const std::string& key) const;

    struct Mention
    {
        std::string key;
        std::string source;
    };
    /// Every entry, as read.
    [[nodiscard]] const std::vector<Mention>& mentions() const;

private:
    struct State;
    std::unique_ptr<State> _state;
};

} // namespace venomx::kernel
