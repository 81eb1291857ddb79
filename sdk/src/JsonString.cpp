#include "JsonString.h"

#include "TextScan.h"
#include "Utf8.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace venomx::detail
{
namespace
{

constexpr std::uint32_t kBad = 0xffffffffU;

std::uint32_t hexDigit(char digit) noexcept
{
    if (digit >= '0' && digit <= '9') return static_cast<std::uint32_t>(digit - '0');
    if (digit >= 'a' && digit <= 'f') return static_cast<std::uint32_t>(digit - 'a') + 10;
    if (digit >= 'A' && digit <= 'F') return static_cast<std::uint32_t>(digit - 'A') + 10;
    return kBad;
}

/// The four hex digits at `at`, when there are four before `last`.
std::uint32_t fourDigits(const char* at, const char* last) noexcept
{
    if (last - at < 4) return kBad;
    std::uint32_t unit = 0;
    for (int i = 0; i < 4; ++i)
    {
        const std::uint32_t digit = hexDigit(at[i]);
        if (digit == kBad) return kBad;
        unit = unit << 4 | digit;
    }
    return unit;
}

char* writeUtf8(char* to, std::uint32_t point) noexcept
{
    const auto put = [&](std::uint32_t byte) { *to++ = static_cast<char>(static_cast<unsigned char>(byte)); };
    if (point < 0x80)
        put(point);
    else if (point < 0x800)
    {
        put(0xc0 | point >> 6);
        put(0x80 | (point & 0x3f));
    }
    else
    {
        if (point < 0x10000)
            put(0xe0 | point >> 12);
        else
        {
            put(0xf0 | point >> 18);
            put(0x80 | (point >> 12 & 0x3f));
        }
        put(0x80 | (point >> 6 & 0x3f));
        put(0x80 | (point & 0x3f));
    }
    return to;
}

/// What follows `\u`, with the second half of a surrogate pair.
bool decodePoint(const char*& at, const char* last, char*& to) noexcept
{
    std::uint32_t point = fourDigits(at, last);
    if (point == kBad || (point >= 0xdc00 && point < 0xe000)) return false;
    at += 4;
    if (point >= 0xd800 && point < 0xdc00)
    {
        if (last - at < 6 || at[0] != '\\' || at[1] != 'u') return false;
        const std::uint32_t low = fourDigits(at + 2, last);
        if (low == kBad || low < 0xdc00 || low > 0xdfff) return false;
        at += 6;
        point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
    }
    to = writeUtf8(to, point);
    return true;
}

/// What a letter means behind a backslash; zero for one that means nothing.
constexpr std::array<char, 256> escapes()
{
    std::array<char, 256> meaning{};
    constexpr std::string_view kNames{"\"\\/bfnrt"};
    constexpr std::string_view kBytes{"\"\\/\b\f\n\r\t"};
    for (std::size_t i = 0; i < kNames.size(); ++i) meaning[static_cast<unsigned char>(kNames[i])] = kBytes[i];
    return meaning;
}

/// What follows a backslash.
bool decodeEscape(const char*& at, const char* last, char*& to) noexcept
{
    static constexpr std::array<char, 256> kMeaning = escapes();
    if (at == last) return false;
    const char name = *at++;
    if (name == 'u') return decodePoint(at, last, to);
    const char meaning = kMeaning[static_cast<unsigned char>(name)];
    *to++ = meaning;
    return meaning != '\0';
}

bool copySequence(const char*& at, const char* last, char*& to) noexcept
{
    const Utf8Sequence sequence = firstUtf8({at, last});
    if (!sequence.valid) return false;
    std::memcpy(to, at, sequence.length);
    at += sequence.length;
    to += sequence.length;
    return true;
}

/// Copies the plain bytes up to the next other one, or to `last`.
void copyPlain(const char*& at, const char* last, char*& to) noexcept
{
#if defined(__SSE2__)
    while (last - at >= 16)
    {
        // All 16 fit: the result is never longer than what has been read. Those past the plain ones are written again.
        std::memcpy(to, at, 16);
        const unsigned mask = notPlain(at);
        const int count = mask == 0 ? 16 : std::countr_zero(mask);
        at += count;
        to += count;
        if (mask != 0) return;
    }
#endif
    while (at != last && isPlain(*at)) *to++ = *at++;
}

} // namespace

const char* closingQuote(const char* at, const char* end) noexcept
{
    while (true)
    {
        at = skipToQuote(at, end);
        if (at == end) return nullptr;
        if (*at == '"') return at;
        if (end - at < 2) return nullptr;
        at += 2;
    }
}

std::optional<std::string_view> decodeString(std::string_view inside, char* to) noexcept
{
    const char* const first = to;
    const char* at = inside.data();
    const char* const last = at + inside.size();
    while (at != last)
    {
        copyPlain(at, last, to);
        while (at != last && !isPlain(*at))
        {
            if (*at == '\\')
            {
                if (!decodeEscape(++at, last, to)) return std::nullopt;
            }
            else if (static_cast<unsigned char>(*at) < 0x80 || !copySequence(at, last, to))
                return std::nullopt;
        }
    }
    return std::string_view{first, static_cast<std::size_t>(to - first)};
}

} // namespace venomx::detail
