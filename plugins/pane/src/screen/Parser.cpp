#include "Parser.h"

#include <algorithm>

#include "ByteRuns.h"

namespace venomx::pane
{

namespace
{

constexpr std::uint8_t cancel = 0x18;
constexpr std::uint8_t substitute = 0x1A;
constexpr std::size_t keptString = 512; // a longer string gives its memory back when it ends

bool inString(ParserState state)
{
    return state == ParserState::OscString || state == ParserState::DcsPassthrough;
}

} // namespace

void Sequence::clear()
{
    _values[0] = 0;
    _subs = 0;
    _count = 0;
    _full = false;
    _malformed = false;
    _marker = 0;
    _intermediate = 0;
    _final = 0;
}

void Sequence::collect(std::uint8_t byte)
{
    auto& place = byte >= 0x30 ? _marker : _intermediate;
    if (place != 0) _malformed = true; // no sequence that we know has two
    place = byte;
}

// Digits and separators, which most of colourful output consists of: one loop, and nothing in memory before its end.
const char* Sequence::params(const char* at, const char* end)
{
    if (at == end || *at < '0' || *at > ';') return at;
    int count = std::max(_count, 1);
    unsigned value = _values[static_cast<std::size_t>(count - 1)];
    for (; at < end && *at >= '0' && *at <= ';'; ++at)
    {
        if (_full) continue;
        if (*at <= '9')
        {
            value = std::min(value * 10 + static_cast<unsigned>(*at - '0'), mostValue);
            continue;
        }
        _full = count == mostParameters;
        if (_full) continue;
        if (*at == ':') _subs |= 1u << count;
        _values[static_cast<std::size_t>(count++ - 1)] = static_cast<std::uint16_t>(value);
        value = 0;
    }
    _values[static_cast<std::size_t>(count - 1)] = static_cast<std::uint16_t>(value);
    _count = count;
    return at;
}

void Parser::feed(std::span<const char> bytes)
{
    const char* at = bytes.data();
    const char* const end = at + bytes.size();
    const std::uint64_t base = _offset;
    while (at < end)
    {
        _offset = base + static_cast<std::uint64_t>(at - bytes.data());
        const auto byte = static_cast<std::uint8_t>(*at);
        if (!_utf8.pending() && byte < 0x80)
        {
            if (byte >= 0x20 && (_state == ParserState::Ground || inString(_state)))
            {
                at = printRun(at, end);
                continue;
            }
            if (byte == 0x1B && _state == ParserState::Ground && end - at > 1 && at[1] == '[')
            {
                _sequence.clear();
                _state = ParserState::CsiEntry;
                at += 2;
                continue;
            }
            if (_state == ParserState::CsiEntry || _state == ParserState::CsiParam)
            {
                if (byte >= 0x40 && byte < 0x7F)
                {
                    _state = ParserState::Ground;
                    dispatch(byte, true);
                    ++at;
                    continue;
                }
                const char* const after = _sequence.params(at, end);
                if (after != at)
                {
                    _state = ParserState::CsiParam;
                    at = after;
                    continue;
                }
            }
            step(byte);
        }
        else
        {
            take(byte);
        }
        ++at;
    }
    _offset = base + bytes.size();
}

// A run of printable bytes goes as a whole to the sink or into the string that is open; DEL alone takes the table's way.
const char* Parser::printRun(const char* at, const char* end)
{
    const std::size_t count = printableRun(at, end);
    if (count == 0)
    {
        step(static_cast<std::uint8_t>(*at));
        return at + 1;
    }
    if (_state == ParserState::Ground)
        _sink.printAscii({at, count});
    else if (_string.size() + count > longestString)
        _stringTooLong = true;
    else
        _string.append(at, count);
    return at + count;
}

void Parser::take(std::uint8_t byte)
{
    auto result = _utf8.feed(byte);
    if (result == Utf8Decoder::Step::InvalidAgain)
    {
        step(replacementCharacter);
        result = _utf8.feed(byte);
    }
    if (result == Utf8Decoder::Step::Done) step(_utf8.codePoint());
    if (result == Utf8Decoder::Step::InvalidTaken) step(replacementCharacter);
}

void Parser::step(char32_t point)
{
    const std::size_t column = point < highColumn ? static_cast<std::size_t>(point) : highColumn;
    const Transition transition = parserTable[static_cast<std::size_t>(_state)][column];
    if (inString(_state) && transition.next != _state) endString(point);
    _state = transition.next;
    perform(transition.action, point);
}

void Parser::perform(ParserAction action, char32_t point)
{
    const auto byte = static_cast<std::uint8_t>(point);
    switch (action)
    {
    case ParserAction::Ignore:
        break;
    case ParserAction::Print:
        if (point < 0x80)
        {
            const char character = static_cast<char>(point);
            _sink.printAscii({&character, 1});
        }
        else
        {
            _sink.printCharacter(point);
        }
        break;
    case ParserAction::Execute:
        _sink.execute(byte);
        break;
    case ParserAction::Clear:
        _sequence.clear();
        break;
    case ParserAction::Collect:
        _sequence.collect(byte);
        break;
    case ParserAction::Param:
    {
        const char character = static_cast<char>(byte);
        _sequence.params(&character, &character + 1);
        break;
    }
    case ParserAction::EscDispatch:
        dispatch(byte, false);
        break;
    case ParserAction::CsiDispatch:
        dispatch(byte, true);
        break;
    case ParserAction::Hook:
        _sequence._final = byte;
        break;
    case ParserAction::OscStart:
        break;
    case ParserAction::Put:
    case ParserAction::OscPut:
        put(point);
        break;
    }
}

void Parser::put(char32_t point)
{
    if (_string.size() + 4 > longestString)
        _stringTooLong = true;
    else
        appendUtf8(_string, point);
}

void Parser::dispatch(std::uint8_t final, bool csi)
{
    if (_sequence.malformed()) return;
    _sequence._final = final;
    if (csi)
        _sink.csi(_sequence);
    else
        _sink.escape(_sequence);
}

void Parser::endString(char32_t point)
{
    const bool complete = point != cancel && point != substitute && !_stringTooLong;
    if (complete && _state == ParserState::OscString) _sink.osc(_string);
    if (complete && _state == ParserState::DcsPassthrough && !_sequence.malformed()) _sink.dcs(_sequence, _string);
    _stringTooLong = false;
    _string.clear();
    if (_string.capacity() > keptString) _string.shrink_to_fit();
}

} // namespace venomx::pane
