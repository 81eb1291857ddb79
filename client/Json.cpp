#include "client/Json.h"

#include <venomx/sdk/json_writer.h>

namespace venomx::client
{
namespace
{

const Value* memberOfKind(const Value& value, std::string_view name, Value::Kind kind)
{
    const Value* member = memberAt(value, name);
    return member != nullptr && member->is(kind) ? member : nullptr;
}

} // namespace

const Value* memberAt(const Value& value, std::string_view name)
{
    return value.is(Value::Kind::object) ? value.find(name) : nullptr;
}

std::string_view textAt(const Value& value, std::string_view name)
{
    const Value* text = memberOfKind(value, name, Value::Kind::string);
    return text != nullptr ? text->asString() : std::string_view{};
}

std::optional<std::int64_t> integerAt(const Value& value, std::string_view name)
{
    const Value* number = memberOfKind(value, name, Value::Kind::integer);
    return number != nullptr ? std::optional{number->asInteger()} : std::nullopt;
}

bool flagAt(const Value& value, std::string_view name)
{
    const Value* flag = memberOfKind(value, name, Value::Kind::boolean);
    return flag != nullptr && flag->asBoolean();
}

std::span<const Value> itemsAt(const Value& value, std::string_view name)
{
    const Value* array = memberOfKind(value, name, Value::Kind::array);
    return array != nullptr ? array->items() : std::span<const Value>{};
}

std::string toJson(const Value& value)
{
    std::string text;
    JsonWriter{text}.value(value);
    return text;
}

} // namespace venomx::client
