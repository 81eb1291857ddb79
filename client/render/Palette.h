// Colours for people: on a terminal only, and not where NO_COLOR is set. A value; any thread.
#pragma once

#include <string>
#include <string_view>

namespace venomx::client
{

class Palette
{
public:
    Palette() = default; ///< no colours
    explicit Palette(bool colours) : _colours(colours) {}

    [[nodiscard]] static Palette forTerminal(bool terminal, std::string_view noColor, std::string_view term)
    {
        return Palette{terminal && noColor.empty() && term != "dumb"};
    }

    [[nodiscard]] std::string heading(std::string_view text) const { return dyed("1", text); }
    [[nodiscard]] std::string label(std::string_view text) const { return dyed("36", text); }
    /// A word that says how something is: ok, warn, fail, running, exited, …; others stay as they are.
    [[nodiscard]] std::string state(std::string_view word) const;

private:
    [[nodiscard]] std::string dyed(std::string_view code, std::string_view text) const;
    bool _colours{false};
};

} // namespace venomx::client
