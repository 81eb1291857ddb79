#include "client/mcp/Pages.h"

#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

constexpr std::string_view kDigits{"0123456789abcdef"};

std::string cursorAfter(std::string_view key)
{
    std::string cursor;
    for (const char byte : key)
    {
        const auto value = static_cast<unsigned char>(byte);
        cursor.append({kDigits[value >> 4U], kDigits[value & 15U]});
    }
    return cursor;
}

std::optional<std::string> keyOf(std::string_view cursor)
{
    if (cursor.empty() || cursor.size() % 2 != 0) return std::nullopt;
    std::string key;
    for (; !cursor.empty(); cursor.remove_prefix(2))
    {
        const std::size_t high = kDigits.find(cursor[0]);
        const std::size_t low = kDigits.find(cursor[1]);
        if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
        key += static_cast<char>(high << 4U | low);
    }
    return key;
}

} // namespace

std::optional<std::string> pageOf(const Items& items, std::string_view name, const Value* params)
{
    const Value* cursor = params != nullptr ? params->find("cursor") : nullptr;
    auto at = items.begin();
    if (cursor != nullptr)
    {
        const std::optional<std::string> key = cursor->is(Value::Kind::string) ? keyOf(cursor->asString()) : std::nullopt;
        if (!key) return std::nullopt;
        at = items.upper_bound(*key);
    }
    std::string text;
    JsonWriter json{text};
    json.beginObject().key(name).beginArray();
    std::string_view last;
    for (std::size_t count = 0; at != items.end() && count < kLongestPage; ++at, ++count)
    {
        json.raw(at->second);
        last = at->first;
    }
    json.endArray();
    if (at != items.end()) json.field("nextCursor", cursorAfter(last));
    json.endObject();
    return text;
}

} // namespace venomx::client::mcp
