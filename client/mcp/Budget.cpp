#include "client/mcp/Budget.h"

#include "client/Json.h"
#include "client/Text.h"

#include <algorithm>
#include <span>
#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

/// What is no longer than this stands in each piece.
constexpr std::size_t kSmall = 256;

Cut whole(std::string text)
{
    return {.piece = std::move(text), .rest = {}};
}

Cut cutOnce(const Value& value, std::size_t room);

std::size_t sizeOf(const Value& value)
{
    return toJson(value).size();
}

bool isSmall(const Value& value)
{
    return !value.is(Value::Kind::array) && !value.is(Value::Kind::object) && sizeOf(value) <= kSmall;
}

/// What each piece holds of a value, whether its turn is past or yet to come: all that is small, and no lists, so that what the
/// pieces hold of a list follows on.
std::string bare(const Value& value)
{
    if (value.is(Value::Kind::array)) return "[]";
    if (!value.is(Value::Kind::object)) return isSmall(value) ? toJson(value) : "\"\"";
    std::string out;
    JsonWriter json{out};
    json.beginObject();
    for (const auto& [name, member] : value.members()) json.rawField(name, bare(member));
    json.endObject();
    return out;
}

std::size_t bytesFitting(std::string_view text, std::size_t room)
{
    std::size_t used = 2;
    std::size_t at = 0;
    while (at < text.size())
    {
        const std::optional<CodePoint> next = firstCodePoint(text.substr(at));
        const std::size_t length = next ? next->length : 1;
        used += toJson(Value::string(text.substr(at, length))).size() - 2;
        if (used > room) break;
        at += length;
    }
    return at;
}

Cut cutText(std::string_view text, std::size_t room)
{
    std::size_t end = bytesFitting(text, room);
    // Whole lines where that costs less than half.
    const std::size_t line = end > 0 ? text.rfind('\n', end - 1) : std::string_view::npos;
    if (line != std::string_view::npos && line + 1 > end / 2) end = line + 1;
    return {.piece = toJson(Value::string(text.substr(0, end))), .rest = toJson(Value::string(text.substr(end)))};
}

void addAll(JsonWriter& json, std::span<const Value> items)
{
    for (const Value& item : items) json.value(item);
}

Cut cutList(std::span<const Value> items, std::size_t room)
{
    Cut cut;
    JsonWriter piece{cut.piece};
    piece.beginArray();
    std::size_t used = 2;
    std::size_t count = 0;
    for (; count < items.size(); ++count)
    {
        const std::string text = toJson(items[count]);
        if (used + text.size() + 1 > room) break;
        used += text.size() + 1;
        piece.raw(text);
    }
    JsonWriter rest{cut.rest};
    rest.beginArray();
    // An item that is too long for any piece is cut itself, at the beginning of one.
    if (count == 0 && room > kSmall)
    {
        const Cut first = cutOnce(items[count++], room - used);
        piece.raw(first.piece);
        if (!first.rest.empty()) rest.raw(first.rest);
    }
    piece.endArray();
    addAll(rest, items.subspan(count));
    rest.endArray();
    return cut;
}

Cut cutObject(std::span<const Member> members, std::size_t room)
{
    std::size_t least = 2;
    for (const auto& [name, value] : members) least += toJson(Value::string(name)).size() + bare(value).size() + 2;
    std::size_t left = room > least ? room - least : 0;
    Cut cut;
    JsonWriter piece{cut.piece};
    JsonWriter rest{cut.rest};
    piece.beginObject();
    rest.beginObject();
    bool full = false;
    for (const auto& [name, value] : members)
    {
        const std::string smallest = bare(value);
        const Cut inner = full ? Cut{.piece = smallest, .rest = toJson(value)} : cutOnce(value, left + smallest.size());
        full = full || !inner.rest.empty();
        left -= std::min(left, inner.piece.size() - std::min(inner.piece.size(), smallest.size()));
        piece.rawField(name, inner.piece);
        rest.rawField(name, inner.rest.empty() ? smallest : inner.rest);
    }
    piece.endObject();
    rest.endObject();
    return cut;
}

Cut cutOnce(const Value& value, std::size_t room)
{
    if (isSmall(value) || sizeOf(value) <= room) return whole(toJson(value));
    if (value.is(Value::Kind::array)) return cutList(value.items(), room);
    if (value.is(Value::Kind::object)) return cutObject(value.members(), room);
    return cutText(value.asString(), room);
}

} // namespace

Cut cutTo(const Value& value, std::size_t room)
{
    const std::size_t size = sizeOf(value);
    Cut cut = cutOnce(value, room);
    // Where small parts alone fill the room, more is given, so that each piece goes further.
    while (cut.rest.size() >= size) cut = cutOnce(value, room *= 2);
    return cut;
}

} // namespace venomx::client::mcp
