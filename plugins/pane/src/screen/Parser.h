// Cuts a byte stream into characters, controls, escape sequences and strings and hands each to its sink.
// The stream may be cut anywhere between two calls of feed(). Strings and parameters are bounded: what is too long is swallowed whole.
// Owned by a screen; not shared between threads.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "ByteRuns.h"
#include "ParserTable.h"
#include "Utf8.h"

namespace venomx::pane
{

// The private marker, intermediates, final byte and parameters of an ESC, CSI or DCS sequence.
class Sequence
{
public:
    static constexpr int mostParameters = 32;
    static constexpr unsigned mostValue = 65'535;

    // Marker, intermediates and final byte as one number, for a switch; see sequenceKey().
    std::uint32_t key() const { return std::uint32_t{_marker} << 16 | std::uint32_t{_intermediate} << 8 | _final; }
    char final() const { return static_cast<char>(_final); }
    char intermediate() const { return static_cast<char>(_intermediate); }
    int count() const { return _count; }
    // The parameter, or `fallback` where it is absent or 0.
    int at(int index, int fallback = 0) const
    {
        return index < _count && _values[static_cast<std::size_t>(index)] != 0 ? _values[static_cast<std::size_t>(index)] : fallback;
    }
    // The parameter was joined to the one before it by a colon.
    bool isSub(int index) const { return index < _count && (_subs >> index & 1) != 0; }

private:
    friend class Parser;

    void clear();
    void collect(std::uint8_t byte);
    bool allParams(const char* at, const ParameterRun& run);
    const char* params(const char* at, const char* end);
    bool malformed() const { return _malformed; }

    std::array<std::uint16_t, mostParameters> _values{};
    std::uint32_t _subs = 0;
    int _count = 0;
    bool _full = false;
    bool _malformed = false;
    std::uint8_t _marker = 0;
    std::uint8_t _intermediate = 0;
    std::uint8_t _final = 0;
};

constexpr std::uint32_t sequenceKey(char final, char intermediate = 0, char marker = 0)
{
    return static_cast<std::uint32_t>(marker) << 16 | static_cast<std::uint32_t>(intermediate) << 8 | static_cast<std::uint32_t>(final);
}

class ParserSink
{
public:
    virtual ~ParserSink() = default;
    virtual void printAscii(std::string_view run) = 0; // 0x20..0x7E only
    // Its last byte is the one at work; U+FFFD stands for malformed bytes.
    virtual void printCharacter(char32_t codePoint) = 0;
    // The first byte of the first one is the one at work; none of them malformed, at most `mostCharacters`.
    virtual void printCharacters(std::span<const char32_t> codePoints) = 0;
    static constexpr std::size_t mostCharacters = 64;
    virtual void execute(std::uint8_t control) = 0; // C0 or C1
    virtual void escape(const Sequence& sequence) = 0;
    virtual void csi(const Sequence& sequence) = 0;
    // `CSI params m` comes, with numbers and semicolons. True: that is done; false: it comes as csi(), next of all.
    virtual bool sgr(const ParameterText& params) = 0;
    virtual void osc(std::string_view text) = 0;
    virtual void dcs(const Sequence& sequence, std::string_view text) = 0;
};

class Parser
{
public:
    static constexpr std::size_t longestString = 16'384;

    explicit Parser(ParserSink& sink) : _sink(sink) {}

    void feed(std::span<const char> bytes);
    // All bytes fed before this call of feed(), plus the place of the byte that is at work.
    std::uint64_t offset() const { return _offset; }

private:
    const char* printRun(const char* at, const char* end);
    const char* printCharacters(const char* at, const char* end);
    const char* beginCsi(const char* at, const char* end);
    void take(std::uint8_t byte);
    void step(char32_t point);
    void perform(ParserAction action, char32_t point);
    void endString(char32_t point);
    void put(char32_t point);
    void dispatch(std::uint8_t final, bool csi);

    ParserSink& _sink;
    ParserState _state = ParserState::Ground;
    Utf8Decoder _utf8;
    bool _stringTooLong = false;
    std::uint64_t _offset = 0;
    Sequence _sequence;
    std::string _string; // of the OSC or DCS that is open
};

} // namespace venomx::pane
