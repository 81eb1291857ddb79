// Holds a verb's examples against its parameters while the spec compiles: each must be a JSON object of declared parameters
// with values of their types, and hold the required ones. Narrower than JSON, to stay short: integers have up to 18 digits, numbers no
// exponent, an object up to 64 members, and a parameter of kind json has no example. Functions; any thread. Used by verb_checks.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <venomx/sdk/verb.h>

namespace venomx
{
inline namespace v1
{
namespace checks
{

/// A place in a JSON text. `take…` functions move over what they took and say whether it was there.
class ExampleCursor
{
public:
    constexpr explicit ExampleCursor(std::string_view text) : _text(text) {}

    [[nodiscard]] constexpr bool atEnd()
    {
        skipBlanks();
        return _at == _text.size();
    }

    constexpr bool take(char expected)
    {
        skipBlanks();
        if (_at == _text.size() || _text[_at] != expected) return false;
        ++_at;
        return true;
    }

    /// A string; `raw` is what stands between the quotes, escapes unresolved.
    constexpr bool takeString(std::string_view& raw)
    {
        if (!take('"')) return false;
        const std::size_t start = _at;
        for (; _at < _text.size(); ++_at)
        {
            if (static_cast<unsigned char>(_text[_at]) < 0x20) return false;
            if (_text[_at] == '\\')
                ++_at;
            else if (_text[_at] == '"')
                break;
        }
        if (_at >= _text.size()) return false;
        raw = _text.substr(start, _at - start);
        ++_at;
        return true;
    }

    /// A number (no exponent), or one of true, false, null: the run of characters up to the next that can end it.
    constexpr std::string_view takeWord()
    {
        skipBlanks();
        const std::size_t start = _at;
        while (_at < _text.size() && !ends(_text[_at])) ++_at;
        return _text.substr(start, _at - start);
    }

private:
    static constexpr bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
    static constexpr bool ends(char c) { return blank(c) || c == ',' || c == '}' || c == ']' || c == ':'; }

    constexpr void skipBlanks()
    {
        while (_at < _text.size() && blank(_text[_at])) ++_at;
    }

    std::string_view _text;
    std::size_t _at{0};
};

constexpr bool digits(std::string_view text)
{
    for (const char c : text)
        if (c < '0' || c > '9') return false;
    return !text.empty() && (text.size() == 1 || text.front() != '0');
}

constexpr bool exampleInteger(std::string_view word, const Type& type)
{
    const bool negative = word.starts_with('-');
    if (negative) word.remove_prefix(1);
    if (!digits(word) || word.size() > 18) return false;
    std::int64_t value = 0;
    for (const char c : word) value = value * 10 + (c - '0');
    if (negative) value = -value;
    return (!type.minimum || value >= *type.minimum) && (!type.maximum || value <= *type.maximum);
}

constexpr bool exampleNumber(std::string_view word)
{
    if (word.starts_with('-')) word.remove_prefix(1);
    const std::size_t point = word.find('.');
    if (!digits(word.substr(0, point))) return false;
    if (point == std::string_view::npos) return true;
    const std::string_view fraction = word.substr(point + 1);
    return !fraction.empty() && fraction.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Choices are compared as they are written: `raw` has its escapes unresolved.
constexpr bool exampleText(std::string_view raw, const Type& type)
{
    for (const std::string_view choice : type.choices)
        if (raw == choice) return true;
    return type.choices.empty();
}

/// Is a spec's pointer set? While it compiles, a null one is an error of its own wherever it is used; and with
/// -fsanitize=undefined the compiler cannot compare the address of an inline constant with null.
constexpr bool given(const void* pointer)
{
    return std::is_constant_evaluated() || pointer != nullptr;
}

constexpr bool exampleValue(ExampleCursor& cursor, const Type& type);

/// `find(name)` gives the Param of that name, if there is one; `required` counts the required ones that are there.
template <class Find>
constexpr bool exampleObject(ExampleCursor& cursor, const Find& find, std::size_t& required)
{
    if (!cursor.take('{')) return false;
    if (cursor.take('}')) return true;
    constexpr std::size_t kMost = 64;
    std::string_view seen[kMost];
    std::size_t count = 0;
    do {
        std::string_view name;
        if (count == kMost || !cursor.takeString(name) || !cursor.take(':')) return false;
        for (std::size_t i = 0; i < count; ++i)
            if (seen[i] == name) return false;
        seen[count++] = name;
        const std::optional<Param> param = find(name);
        if (!param || !exampleValue(cursor, param->type)) return false;
        if (param->required) ++required;
    } while (cursor.take(','));
    return cursor.take('}');
}

constexpr bool exampleArray(ExampleCursor& cursor, const Type& items)
{
    if (!cursor.take('[')) return false;
    if (cursor.take(']')) return true;
    do {
        if (!exampleValue(cursor, items)) return false;
    } while (cursor.take(','));
    return cursor.take(']');
}

constexpr bool exampleFields(ExampleCursor& cursor, std::span<const Param> fields)
{
    std::size_t required = 0;
    for (const Param& field : fields) required += field.required ? 1 : 0;
    const auto find = [&](std::string_view name) -> std::optional<Param>
    {
        for (const Param& field : fields)
            if (field.name == name) return field;
        return std::nullopt;
    };
    std::size_t found = 0;
    return exampleObject(cursor, find, found) && found == required;
}

constexpr bool exampleValue(ExampleCursor& cursor, const Type& type)
{
    std::string_view raw;
    switch (type.kind)
    {
    case Type::Kind::string:
        return cursor.takeString(raw) && exampleText(raw, type);
    case Type::Kind::integer:
        return exampleInteger(cursor.takeWord(), type);
    case Type::Kind::number:
        return exampleNumber(cursor.takeWord());
    case Type::Kind::boolean:
        raw = cursor.takeWord();
        return raw == "true" || raw == "false";
    case Type::Kind::array:
        return given(type.items) && exampleArray(cursor, *type.items);
    case Type::Kind::object:
        return exampleFields(cursor, type.fields);
    case Type::Kind::json:
        break;
    }
    return false;
}

} // namespace checks
} // namespace v1
} // namespace venomx
