#include <venomx/sdk/json_writer.h>

#include "TextScan.h"
#include "Utf8.h"

#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <limits>

namespace venomx
{
inline namespace v1
{
namespace
{

constexpr std::string_view kReplacement{"\xef\xbf\xbd"};

void writeControl(std::string& out, unsigned char code)
{
    constexpr std::string_view kHex{"0123456789abcdef"};
    // By code; where there is no short form, nothing.
    constexpr std::string_view kShort{"\0\0\0\0\0\0\0\0btn\0fr", 14};
    if (code < kShort.size() && kShort[code] != '\0')
    {
        out += {'\\', kShort[code]};
        return;
    }
    out += "\\u00";
    out += {kHex[code >> 4], kHex[code & 15]};
}

/// Writes the byte or sequence that `text` begins with, which is not plain; returns its length.
std::size_t writeOdd(std::string& out, std::string_view text)
{
    const auto code = static_cast<unsigned char>(text.front());
    if (code >= 0x80)
    {
        const detail::Utf8Sequence sequence = detail::firstUtf8(text);
        out += sequence.valid ? text.substr(0, sequence.length) : kReplacement;
        return sequence.length;
    }
    if (code < 0x20)
        writeControl(out, code);
    else
        out += {'\\', text.front()};
    return 1;
}

void writeString(std::string& out, std::string_view text)
{
    out += '"';
    while (true)
    {
        const std::size_t plain = detail::plainPrefix(text);
        out.append(text.substr(0, plain));
        text.remove_prefix(plain);
        if (text.empty()) break;
        text.remove_prefix(writeOdd(out, text));
    }
    out += '"';
}

template <class T>
void writeInteger(std::string& out, T number)
{
    std::array<char, 24> digits;
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    assert(error == std::errc{});
    out.append(digits.data(), end);
}

} // namespace

// Called for each value: one follows a key in an object, and none does elsewhere.
void JsonWriter::separate()
{
    assert(_keyed == (_depth != 0 && (_objects & 1) != 0));
    assert(_depth != 0 || !_comma);
    if (_comma) *_out += ',';
    _comma = true;
    _keyed = false;
}

void JsonWriter::open(char bracket)
{
    separate();
    *_out += bracket;
    _comma = false;
    _objects = _objects << 1 | (bracket == '{' ? 1U : 0U);
    ++_depth;
    assert(_depth <= 64);
}

void JsonWriter::close(char bracket)
{
    assert(_depth != 0 && !_keyed && (_objects & 1) == (bracket == '}' ? 1U : 0U));
    *_out += bracket;
    _comma = true;
    _objects >>= 1;
    --_depth;
}

JsonWriter& JsonWriter::beginObject()
{
    open('{');
    return *this;
}

JsonWriter& JsonWriter::endObject()
{
    close('}');
    return *this;
}

JsonWriter& JsonWriter::beginArray()
{
    open('[');
    return *this;
}

JsonWriter& JsonWriter::endArray()
{
    close(']');
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name)
{
    assert(_depth != 0 && (_objects & 1) != 0 && !_keyed);
    if (_comma) *_out += ',';
    writeString(*_out, name);
    *_out += ':';
    _comma = false;
    _keyed = true;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text)
{
    separate();
    writeString(*_out, text);
    return *this;
}

JsonWriter& JsonWriter::value(bool flag)
{
    return raw(flag ? "true" : "false");
}

JsonWriter& JsonWriter::value(std::int64_t number)
{
    separate();
    writeInteger(*_out, number);
    return *this;
}

JsonWriter& JsonWriter::value(std::uint64_t number)
{
    separate();
    writeInteger(*_out, number);
    return *this;
}

JsonWriter& JsonWriter::value(double number)
{
    if (!std::isfinite(number)) return null();
    std::array<char, 32> digits;
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    assert(error == std::errc{});
    const std::string_view text{digits.data(), end};
    raw(text);
    // So that it is read as what it was.
    if (text.find_first_of(".e") == std::string_view::npos) *_out += ".0";
    return *this;
}

JsonWriter& JsonWriter::value(const Value& tree)
{
    switch (tree.kind())
    {
    case Value::Kind::null:
        return null();
    case Value::Kind::boolean:
        return value(tree.asBoolean());
    case Value::Kind::integer:
        return value(tree.asInteger());
    case Value::Kind::bigInteger:
        return bigInteger(tree.asReal());
    case Value::Kind::real:
        return value(tree.asReal());
    case Value::Kind::string:
        return value(tree.asString());
    case Value::Kind::array:
        beginArray();
        for (const Value& item : tree.items()) value(item);
        return endArray();
    case Value::Kind::object:
        beginObject();
        for (const Member& member : tree.members()) field(member.name, member.value);
        return endObject();
    }
    return null();
}

JsonWriter& JsonWriter::bigInteger(double rounded)
{
    if (!std::isfinite(rounded)) return null();
    std::array<char, std::numeric_limits<double>::max_exponent10 + 4> digits;
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), rounded, std::chars_format::fixed);
    assert(error == std::errc{});
    return raw({digits.data(), end});
}

JsonWriter& JsonWriter::null()
{
    return raw("null");
}

JsonWriter& JsonWriter::raw(std::string_view json)
{
    separate();
    *_out += json;
    return *this;
}

} // namespace v1
} // namespace venomx
