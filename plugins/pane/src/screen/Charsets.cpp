#include "Charsets.h"

namespace venomx::pane
{

namespace
{

// DEC special graphics, 0x5F to 0x7E.
constexpr char32_t lineDrawing[] = {
    U' ', U'◆', U'▒', U'␉', U'␌', U'␍', U'␊', U'°', U'±', U'␤', U'␋', U'┘', U'┐', U'┌', U'└', U'┼',
    U'⎺', U'⎻', U'─', U'⎼', U'⎽', U'├', U'┤', U'┴', U'┬', U'│', U'≤', U'≥', U'π', U'≠', U'£', U'·',
};

} // namespace

char32_t Charsets::translate(char byte)
{
    const Set set = _sets[_single != none ? _single : _locked];
    _single = none;
    if (set == Set::LineDrawing && byte >= 0x5F && byte <= 0x7E) return lineDrawing[byte - 0x5F];
    if (set == Set::British && byte == '#') return U'£';
    return static_cast<char32_t>(byte);
}

} // namespace venomx::pane
