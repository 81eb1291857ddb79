#include "client/render/Cell.h"

#include "client/Json.h"
#include "client/Text.h"

#include <algorithm>

namespace venomx::client
{
namespace
{

/// Whether commas would not tell where one item ends.
bool hasObjects(std::span<const Value> items)
{
    return std::ranges::any_of(items, [](const Value& item) { return item.is(Value::Kind::object); });
}

/// A value inside a cell's own: with brackets where it is made of parts.
std::string partText(const Value& value)
{
    if (value.is(Value::Kind::array)) return "[" + cellText(value) + "]";
    if (value.is(Value::Kind::object)) return "(" + cellText(value) + ")";
    return cellText(value);
}

std::string joined(std::span<const Value> items)
{
    const std::string_view between = hasObjects(items) ? "; " : ",";
    std::string line;
    for (const Value& item : items)
    {
        if (!line.empty()) line += between;
        line += item.is(Value::Kind::array) ? partText(item) : cellText(item);
    }
    return line;
}

std::string assignments(std::span<const Member> members)
{
    std::string line;
    for (const Member& member : members)
    {
        if (!line.empty()) line += ' ';
        line += oneLine(member.name) + "=" + partText(member.value);
    }
    return line;
}

} // namespace

bool isNested(const Value& value)
{
    return value.is(Value::Kind::array) || value.is(Value::Kind::object);
}

bool isRows(const Value& value)
{
    return value.is(Value::Kind::array) && !value.items().empty() &&
           std::ranges::all_of(value.items(), [](const Value& item) { return item.is(Value::Kind::object); });
}

std::string cellText(const Value& value)
{
    std::string text;
    if (value.is(Value::Kind::string))
        text = oneLine(value.asString());
    else if (value.is(Value::Kind::array))
        text = joined(value.items());
    else if (value.is(Value::Kind::object))
        text = assignments(value.members());
    else if (!value.is(Value::Kind::null))
        text = toJson(value);
    return text.empty() ? "-" : text;
}

} // namespace venomx::client
