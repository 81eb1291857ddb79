// UTF-8 both ways. Utf8Decoder takes one byte at a time and keeps a cut character between calls; malformed input becomes U+FFFD
// exactly where the WHATWG decoder puts it. Owned by the parser; not shared between threads.
#pragma once

#include <cstdint>
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
