// UTF-8 both ways. Utf8Decoder takes one byte at a time and keeps a cut character between calls; malformed input becomes U+FFFD
// exactly where the WHATWG decoder puts it; decodeCharacters takes whole, well-formed ones. Owned by the parser; not shared between
// threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace venomx::pane
{

inline constexpr char32_t replacementCharacter = 0xFFFD;

class Utf8Decoder
{
public:
    enum class Step : std::uint8_t
    {
        More,         // the byte was taken, the character is not complete
        Done,         // codePoint() is complete
        InvalidTaken, // the byte is no part of any character: emit U+FFFD
        InvalidAgain  // the pending character was broken off: emit U+FFFD, then give the same byte again
    };

    bool pending() const { return _needed != 0; }
    char32_t codePoint() const { return _point; }

    Step feed(std::uint8_t byte)
    {
        if (_needed == 0) return begin(byte);
        if (byte < _lower || byte > _upper)
        {
            _needed = 0;
            return Step::InvalidAgain;
        }
        _lower = 0x80;
        _upper = 0xBF;
        _point = (_point << 6) | (byte & 0x3Fu);
        return --_needed == 0 ? Step::Done : Step::More;
    }

private:
    Step begin(std::uint8_t byte)
    {
        _lower = 0x80;
        _upper = 0xBF;
        if (byte < 0x80)
        {
            _point = byte;
            return Step::Done;
        }
        if (byte < 0xC2 || byte > 0xF4) return Step::InvalidTaken;
        if (byte < 0xE0) return expect(1, byte & 0x1Fu);
        if (byte < 0xF0)
        {
            if (byte == 0xE0) _lower = 0xA0;
            if (byte == 0xED) _upper = 0x9F;
            return expect(2, byte & 0x0Fu);
        }
        if (byte == 0xF0) _lower = 0x90;
        if (byte == 0xF4) _upper = 0x8F;
        return expect(3, byte & 0x07u);
    }

    Step expect(std::uint8_t needed, std::uint32_t bits)
    {
        _needed = needed;
        _point = bits;
        return Step::More;
    }

    char32_t _point = 0;
    std::uint8_t _needed = 0;
    std::uint8_t _lower = 0x80;
    std::uint8_t _upper = 0xBF;
};

// Decodes characters from U+00A0 up and moves `at` past them, until `out` is full or anything else comes: ASCII, a C1 control, what is
// malformed or cut.
inline std::size_t decodeCharacters(const char*& at, const char* end, std::span<char32_t> out)
{
    const auto tail = [&at](int index) { return static_cast<std::uint8_t>(at[index]) ^ 0x80u; }; // below 0x40 in a tail byte
    std::size_t count = 0;
    for (; count < out.size() && at < end; ++count)
    {
        const auto lead = static_cast<std::uint8_t>(*at);
        const auto left = end - at;
        if (lead >= 0xE0 && lead < 0xF0 && left >= 3)
        {
            const std::uint32_t point = (lead & 0x0Fu) << 12 | tail(1) << 6 | tail(2);
            if ((tail(1) | tail(2)) >= 0x40 || point < 0x800 || (point & 0xF800) == 0xD800) break;
            out[count] = static_cast<char32_t>(point);
            at += 3;
        }
        else if (lead >= 0xC2 && lead < 0xE0 && left >= 2)
        {
            const std::uint32_t point = (lead & 0x1Fu) << 6 | tail(1);
            if (tail(1) >= 0x40 || point < 0xA0) break;
            out[count] = static_cast<char32_t>(point);
            at += 2;
        }
        else if (lead >= 0xF0 && lead < 0xF5 && left >= 4)
        {
            const std::uint32_t point = (lead & 0x07u) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3);
            if ((tail(1) | tail(2) | tail(3)) >= 0x40 || point < 0x10000 || point > 0x10FFFF) break;
            out[count] = static_cast<char32_t>(point);
            at += 4;
        }
        else
        {
            break;
        }
    }
    return count;
}

// How many bytes encodeUtf8() writes.
constexpr unsigned utf8Length(char32_t point)
{
    return 1u + (point >= 0x80) + (point >= 0x800) + (point >= 0x10000);
}

// Writes one code point at `out` (room for 4 bytes) and gives the number of bytes.
inline int encodeUtf8(char32_t point, char* out)
{
    const auto value = static_cast<std::uint32_t>(point);
    const auto tail = [value](int shift) { return static_cast<char>(0x80 | ((value >> shift) & 0x3F)); };
    if (value < 0x80)
    {
        out[0] = static_cast<char>(value);
        return 1;
    }
    if (value < 0x800)
    {
        out[0] = static_cast<char>(0xC0 | (value >> 6));
        out[1] = tail(0);
        return 2;
    }
    if (value < 0x10000)
    {
        out[0] = static_cast<char>(0xE0 | (value >> 12));
        out[1] = tail(6);
        out[2] = tail(0);
        return 3;
    }
    out[0] = static_cast<char>(0xF0 | (value >> 18));
    out[1] = tail(12);
    out[2] = tail(6);
    out[3] = tail(0);
    return 4;
}

inline void appendUtf8(std::string& text, char32_t point)
{
    char bytes[4];
    text.append(bytes, static_cast<std::size_t>(encodeUtf8(point, bytes)));
}

// Calls `fn(code point)` for each character of any text.
template <class Fn>
void forEachCodePoint(std::string_view text, Fn&& fn)
{
    Utf8Decoder decoder;
    for (const char c : text)
    {
        const auto byte = static_cast<std::uint8_t>(c);
        auto step = decoder.feed(byte);
        if (step == Utf8Decoder::Step::InvalidAgain)
        {
            fn(replacementCharacter);
            step = decoder.feed(byte);
        }
        if (step == Utf8Decoder::Step::InvalidTaken) fn(replacementCharacter);
        if (step == Utf8Decoder::Step::Done) fn(decoder.codePoint());
    }
    if (decoder.pending()) fn(replacementCharacter);
}

} // namespace venomx::pane
