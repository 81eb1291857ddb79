#include "client/wire/Frame.h"

#include <array>
#include <utility>

namespace venomx::client
{
namespace
{

constexpr std::string_view kBlank{" \t\r\n"};

std::size_t skipBlank(std::string_view text, std::size_t at)
{
    const std::size_t next = text.find_first_not_of(kBlank, at);
    return next == std::string_view::npos ? text.size() : next;
}

/// Past the closing quote of the string that begins at `at`.
std::size_t skipString(std::string_view text, std::size_t at)
{
    for (++at; at < text.size() && text[at] != '"'; ++at)
        if (text[at] == '\\') ++at;
    return at + 1;
}

/// Past the value that begins at `at`.
std::size_t skipValue(std::string_view text, std::size_t at)
{
    int depth = 0;
    while (at < text.size())
    {
        const char byte = text[at];
        if (byte == '"')
        {
            at = skipString(text, at);
            if (depth == 0) return at;
            continue;
        }
        if (byte == '{' || byte == '[') ++depth;
        if (byte == '}' || byte == ']')
        {
            if (depth == 0) return at;
            if (--depth == 0) return at + 1;
        }
        if (depth == 0 && (byte == ',' || kBlank.find(byte) != std::string_view::npos)) return at;
        ++at;
    }
    return at;
}

} // namespace

std::string_view rawMember(std::string_view object, std::string_view name)
{
    std::size_t at = skipBlank(object, 0) + 1;
    while (at < object.size())
    {
        at = skipBlank(object, at);
        if (at >= object.size() || object[at] != '"') return {};
        const std::size_t keyEnd = skipString(object, at);
        const std::string_view key = object.substr(at + 1, keyEnd - at - 2);
        const std::size_t start = skipBlank(object, skipBlank(object, keyEnd) + 1);
        const std::size_t end = skipValue(object, start);
        if (key == name) return object.substr(start, end - start);
        at = skipBlank(object, end) + 1;
    }
    return {};
}

std::optional<Frame> readFrame(std::string_view line, JsonReader& reader, Arena& arena)
{
    using Kind = Frame::Kind;
    constexpr std::array<std::pair<std::string_view, Kind>, 5> kKinds{
        {{"ok", Kind::ok}, {"error", Kind::error}, {"event", Kind::event}, {"output", Kind::output}, {"end", Kind::end}}};
    const JsonReader::Outcome outcome = reader.read(line, arena);
    if (outcome.error != JsonError::none || !outcome.value.is(Value::Kind::object)) return std::nullopt;
    for (const auto& [name, kind] : kKinds)
    {
        const Value* content = outcome.value.find(name);
        if (content == nullptr || !content->is(Value::Kind::object)) continue;
        return Frame{.kind = kind, .id = outcome.id, .content = *content, .raw = rawMember(line, name)};
    }
    return std::nullopt;
}

} // namespace venomx::client
