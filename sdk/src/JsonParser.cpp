#include "JsonParser.h"

#include "JsonNumber.h"
#include "JsonString.h"
#include "TextScan.h"

#include <cstring>

namespace venomx::detail
{

JsonParser::JsonParser(std::string_view text, char* copy, Arena& arena, Tools& tools, int maxDepth)
    : _text(text), _copy(copy), _at(copy), _end(copy + text.size()), _arena(arena), _tools(tools), _maxDepth(maxDepth)
{
}

JsonReader::Outcome JsonParser::parse()
{
    Value root;
    if (value(root) && (peek() != '\0' || _at != _end)) fail(JsonError::syntax);
    if (_outcome.error == JsonError::none) _outcome.value = root;
    return _outcome;
}

char JsonParser::peek()
{
    while (*_at == ' ' || *_at == '\t' || *_at == '\n' || *_at == '\r') ++_at;
    return *_at;
}

void JsonParser::note(JsonError error)
{
    if (_outcome.error == JsonError::none) _outcome.error = error;
}

bool JsonParser::fail(JsonError error)
{
    note(error);
    return false;
}

bool JsonParser::value(Value& out)
{
    switch (peek())
    {
    case '"':
    {
        std::string_view text;
        if (!string(text)) return false;
        out = Value::string(text);
        return true;
    }
    case '{':
        return object(out);
    case '[':
        return array(out);
    case 't':
        return literal("true", Value::boolean(true), out);
    case 'f':
        return literal("false", Value::boolean(false), out);
    case 'n':
        return literal("null", Value{}, out);
    default:
        return number(out);
    }
}

bool JsonParser::literal(std::string_view word, Value meaning, Value& out)
{
    if (std::memcmp(_at, word.data(), word.size()) != 0) return fail(JsonError::syntax);
    _at += word.size();
    out = meaning;
    return true;
}

bool JsonParser::number(Value& out)
{
    const char* const end = readNumber(_at, out);
    if (end == nullptr) return fail(JsonError::syntax);
    _at += end - _at;
    return true;
}

bool JsonParser::string(std::string_view& out)
{
    char* const first = ++_at;
    _at += skipPlain(first) - first;
    if (*_at != '"') return oddString(first, out);
    out = {first, static_cast<std::size_t>(_at - first)};
    ++_at;
    return true;
}

bool JsonParser::oddString(char* first, std::string_view& out)
{
    const char* const quote = closingQuote(_at, _end);
    if (quote == nullptr) return fail(JsonError::syntax);
    const auto length = static_cast<std::size_t>(quote - first);
    if (const auto decoded = decodeString(_text.substr(static_cast<std::size_t>(first - _copy), length), first))
        out = *decoded;
    else
        note(JsonError::syntax);
    _at = first + length + 1;
    return true;
}

template <class T>
std::span<const T> JsonParser::keep(ScratchStack<T>& stack, std::size_t base)
{
    const std::span<const T> read = stack.from(base);
    auto* const kept = static_cast<T*>(_arena.allocate(read.size_bytes(), alignof(T)));
    if (!read.empty()) std::memcpy(static_cast<void*>(kept), read.data(), read.size_bytes());
    stack.dropTo(base);
    return {kept, read.size()};
}

bool JsonParser::separator(char close, bool& more)
{
    const char byte = peek();
    if (byte != ',' && byte != close) return fail(JsonError::syntax);
    ++_at;
    more = byte == ',';
    return true;
}

bool JsonParser::array(Value& out)
{
    if (_depth == _maxDepth) return skipContainer();
    ++_at;
    ++_depth;
    const std::size_t base = _tools.items.size();
    bool more = peek() != ']';
    if (!more) ++_at;
    while (more)
    {
        Value item;
        if (!value(item)) return false;
        _tools.items.push(item);
        if (!separator(']', more)) return false;
    }
    out = Value::array(keep(_tools.items, base));
    --_depth;
    return true;
}

bool JsonParser::object(Value& out)
{
    if (_depth == _maxDepth) return skipContainer();
    ++_at;
    ++_depth;
    const std::size_t base = _tools.members.size();
    bool more = peek() != '}';
    if (!more) ++_at;
    while (more)
        if (!member() || !separator('}', more)) return false;
    if (_tools.duplicates.in(_tools.members.from(base), _arena)) note(JsonError::duplicateKey);
    out = Value::object(keep(_tools.members, base));
    --_depth;
    return true;
}

bool JsonParser::member()
{
    Member member;
    if (peek() != '"') return fail(JsonError::syntax);
    const char* const start = _at + 1;
    if (!string(member.name)) return false;
    // Only an escape writes a NUL, and makes the name shorter than what was read.
    const bool escaped = member.name.size() + 1 != static_cast<std::size_t>(_at - start);
    if (escaped && member.name.find('\0') != std::string_view::npos) note(JsonError::nulInKey);
    if (peek() != ':') return fail(JsonError::syntax);
    ++_at;
    if (!value(member.value)) return false;
    const char next = peek();
    // Else it may not be the number that was meant: 07, 7x.
    const bool whole = next == ',' || next == '}' || _at == _end;
    if (_depth == 1 && whole) noteId(member);
    _tools.members.push(member);
    return true;
}

void JsonParser::noteId(const Member& member)
{
    if (member.name != "id") return;
    const bool first = !_idRepeated;
    _idRepeated = true;
    _outcome.id.reset();
    if (first && member.value.is(Value::Kind::integer)) _outcome.id = member.value.asInteger();
}

bool JsonParser::skipContainer()
{
    note(JsonError::depth);
    std::size_t open = 0;
    do {
        const char byte = *_at;
        if (byte == '{' || byte == '[')
            ++open;
        else if (byte == '}' || byte == ']')
            --open;
        else if (byte == '"')
        {
            const char* const quote = closingQuote(_at + 1, _end);
            if (quote == nullptr) return false;
            _at += quote - _at;
        }
        else if (_at == _end)
            return false;
        ++_at;
    } while (open != 0);
    return true;
}

} // namespace venomx::detail
