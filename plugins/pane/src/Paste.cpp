#include "Paste.h"

#include <algorithm>
#include <span>

namespace venomx::pane
{

namespace
{

constexpr std::string_view kStart = "\x1B[200~";
constexpr std::string_view kEnd = "\x1B[201~";
constexpr std::string_view kC1Csi = "\xC2\x9B"; // U+009B

} // namespace

std::string_view pasted(std::string_view text, bool bracketed, Arena& arena)
{
    const std::span<char> room = arena.array<char>(text.size() + kStart.size() + kEnd.size());
    char* out = room.data();
    if (bracketed) out = std::ranges::copy(kStart, out).out;
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        if (text[i] == '\x1B') continue;
        if (text.substr(i, kC1Csi.size()) == kC1Csi)
        {
            i += kC1Csi.size() - 1;
            continue;
        }
        if (text[i] == '\r' && text.substr(i + 1, 1) == "\n") continue;
        *out++ = text[i] == '\n' ? '\r' : text[i];
    }
    if (bracketed) out = std::ranges::copy(kEnd, out).out;
    return {room.data(), static_cast<std::size_t>(out - room.data())};
}

} // namespace venomx::pane
