// Configuration keys that a plugin (or the kernel) declares, and their values in force.
// A key is `<plugin>.<name>`, of a-z, 0-9, `_`, `-` and `.`; an unknown key or a value out of range is an error of the operator's at
// start. Specs refer to static storage. A unit stands at a key's end (`pane.grace_ms`). Reading: the control loop, in `configure`,
// which is called again on a reload: values of reloadable keys may be others then.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/fixed_list.h>

namespace venomx
{
inline namespace v1
{

struct SettingSpec
{
    enum class Kind : std::uint8_t
    {
        text,
        integer, ///< decimal
        boolean, ///< true or false
        list     ///< words separated by commas, blanks around them dropped; empty: none
    };
    std::string_view key; ///< pane.scrollback
    Kind kind{Kind::text};
    std::string_view fallback{};           ///< the default, as it would be written in the file
    std::string_view summary{};            ///< one line, never empty
    std::optional<std::int64_t> minimum{}; ///< integer: inclusive; without one, none
    std::optional<std::int64_t> maximum{};
    FixedList<std::string_view, 8> choices{}; ///< text: the words allowed; empty: any
    bool reloadable{false};                   ///< `configure` alone is enough to take a new value over; else it takes a restart
};

class Settings
{
public:
    virtual ~Settings();
    // Asking for a key that nobody declared, or as another kind, throws std::logic_error.
    [[nodiscard]] virtual std::string text(std::string_view key) const = 0;
    [[nodiscard]] virtual std::int64_t integer(std::string_view key) const = 0;
    [[nodiscard]] virtual bool boolean(std::string_view key) const = 0;
    [[nodiscard]] virtual std::vector<std::string> list(std::string_view key) const = 0;
};

} // namespace v1
} // namespace venomx
