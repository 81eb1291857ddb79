#include "Utf8.h"

#include <cstdint>
#include <cstring>

namespace venomx::detail
{
namespace
{

struct Lead
{
    std::size_t length{0};
    unsigned char low{0x80}; ///< bounds of the second byte
    unsigned char high{0xbf};
};

Lead leadOf(unsigned char byte) noexcept
{
    if (byte < 0x80) return {.length = 1};
    if (byte < 0xc2) return {};
    if (byte < 0xe0) return {.length = 2};
    if (byte == 0xe0) return {.length = 3, .low = 0xa0};
    if (byte == 0xed) return {.length = 3, .high = 0x9f};
    if (byte < 0xf0) return {.length = 3};
    if (byte == 0xf0) return {.length = 4, .low = 0x90};
    if (byte < 0xf4) return {.length = 4};
    if (byte == 0xf4) return {.length = 4, .high = 0x8f};
    return {};
}

} // namespace

Utf8Sequence firstUtf8(std::string_view text) noexcept
{
    const Lead lead = leadOf(static_cast<unsigned char>(text.front()));
    if (lead.length == 0) return {1, false};
    unsigned char low = lead.low;
    unsigned char high = lead.high;
    for (std::size_t i = 1; i < lead.length; ++i)
    {
        if (i == text.size()) return {i, false};
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < low || byte > high) return {i, false};
        low = 0x80;
        high = 0xbf;
    }
    return {lead.length, true};
}

bool isUtf8(std::string_view text) noexcept
{
    while (!text.empty())
    {
        std::uint64_t eight = 0;
        if (text.size() >= sizeof eight)
        {
            std::memcpy(&eight, text.data(), sizeof eight);
            if ((eight & 0x8080808080808080U) == 0)
            {
                text.remove_prefix(sizeof eight);
                continue;
            }
        }
        const Utf8Sequence sequence = firstUtf8(text);
        if (!sequence.valid) return false;
        text.remove_prefix(sequence.length);
    }
    return true;
}

} // namespace venomx::detail
