// The four character sets G0..G3 of a VT220 and which of them is in use. A value, saved with the cursor.
#pragma once

#include <array>
#include <cstdint>

namespace venomx::pane
{

class Charsets
{
public:
    enum class Set : std::uint8_t
    {
        Ascii,
        LineDrawing,
        British
    };

    void designate(int which, char name)
    {
        _sets[static_cast<std::size_t>(which)] = name == '0' ? Set::LineDrawing : name == 'A' ? Set::British : Set::Ascii;
    }
    void lock(int which) { _locked = static_cast<std::uint8_t>(which); }
    void shiftOnce(int which) { _single = static_cast<std::uint8_t>(which); }
    // Text goes to the screen as it is.
    bool plain() const { return _single == none && _sets[_locked] == Set::Ascii; }
    // The character that an ASCII byte stands for; a single shift is used up.
    char32_t translate(char byte);

private:
    static constexpr std::uint8_t none = 0xFF;

    std::array<Set, 4> _sets{};
    std::uint8_t _locked = 0;
    std::uint8_t _single = none;
};

} // namespace venomx::pane
