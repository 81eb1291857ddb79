#include "Parser.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace venomx::pane
{

namespace
{

constexpr std::uint8_t cancel = 0x18;
constexpr std::uint8_t substitute = 0x1A;
constexpr std::size_t keptString = 512; // a longer string gives its memory back when it ends

// The number of up to four digits at `at`, where four bytes can be read.
std::uint16_t decimal(const char* at, unsigned digits)
{
    std::uint32_t bytes = 0; // the first one lowest, as on every machine with SSE2; elsewhere parameterRun() gives nothing
    std::memcpy(&bytes, at, sizeof(bytes));
    // The last digit to the top, zeros before the first; then two digits together, and then four.
    const auto padded = static_cast<std::uint32_t>(std::uint64_t{bytes ^ 0x30303030u} << (8 * (4 - digits)));
    const std::uint32_t pairs = (padded * 10 + (padded >> 8)) & 0x00FF00FFu;
    return static_cast<std::uint16_t>((pairs & 0xFF) * 100 + (pairs >> 16));
}

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

// All parameters at once, with no branch on how many digits a number has: those are what a processor cannot guess in colourful output.
// False, and nothing taken, where that cannot be done.
bool Sequence::allParams(const char* at, const ParameterRun& run)
{
    int count = 0;
    unsigned begin = 0;
    for (std::uint32_t ends = run.ends; ends != 0; ends &= ends - 1)
    {
        const auto stop = static_cast<unsigned>(std::countr_zero(ends));
        if (stop - begin > 4)
        {
            _values[0] = 0; // where params() goes on
            return false;
        }
        _values[static_cast<std::size_t>(count++)] = decimal(at + begin, stop - begin);
        begin = stop + 1;
    }
    _count = count;
    return true;
}

// Digits and separators, one by one: what was cut between two reads, and all that is long or has colons.
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
                at = beginCsi(at + 2, end);
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
            if (!_utf8.pending() && _state == ParserState::Ground)
            {
                const char* const after = printCharacters(at, end);
                if (after != at)
                {
                    at = after;
                    continue;
                }
            }
            take(byte);
        }
        ++at;
    }
    _offset = base + bytes.size();
}

// Behind `ESC [`: takes the parameters if they stand whole in what was fed, and the sequence if it is a known one of colours.
const char* Parser::beginCsi(const char* at, const char* end)
{
    const ParameterRun run = parameterRun(at, end);
    const bool fits = run.bytes > 0 && run.bytes <= ParameterText::most;
    if (fits && at[run.bytes] == 'm' && _sink.sgr(parameterText(at, run.bytes))) return at + run.bytes + 1;
    _sequence.clear();
    _state = ParserState::CsiEntry;
    if (run.bytes == 0 || !_sequence.allParams(at, run)) return at;
    _state = ParserState::CsiParam;
    return at + run.bytes;
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

// Characters that stand whole in what was fed go to the sink many at once; a cut or malformed one goes through the decoder.
const char* Parser::printCharacters(const char* at, const char* end)
{
    std::array<char32_t, ParserSink::mostCharacters> points;
    const std::size_t count = decodeCharacters(at, end, points);
    if (count > 0) _sink.printCharacters(std::span(points).first(count));
    return at;
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
