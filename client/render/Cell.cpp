#include "client/render/Cell.h"

#include "client/Json.h"
#include "client/Text.h"

#include <algorithm>

namespace venomx::client
{
namespace
{

bool isFlat(const Value& value)
{
    if (value.is(Value::Kind::array)) return std::ranges::none_of(value.items(), isNested);
    if (value.is(Value::Kind::object))
        return std::ranges::none_of(value.members(), [](const Member& member) { return isNested(member.value); });
    return true;
}

std::string joined(std::span<const Value> items)
{
    std::string line;
    for (const Value& item : items)
    {
        if (!line.empty()) line += ',';
        line += cellText(item);
    }
    return line;
}

std::string assignments(std::span<const Member> members)
{
    std::string line;
    for (const Member& member : members)
    {
        if (!line.empty()) line += ' ';
        line += oneLine(member.name) + "=" + cellText(member.value);
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
    else if (isNested(value) && !isFlat(value))
        text = oneLine(toJson(value));
    else if (value.is(Value::Kind::array))
        text = joined(value.items());
    else if (value.is(Value::Kind::object))
        text = assignments(value.members());
    else if (!value.is(Value::Kind::null))
        text = toJson(value);
    return text.empty() ? "-" : text;
}

} // namespace venomx::client
