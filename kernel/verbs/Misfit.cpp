#include "kernel/verbs/SchemaPath.h"

#include <algorithm>
#include <venomx/sdk/verb_checks.h>

namespace venomx::kernel
{
namespace
{

std::optional<SchemaFailure> missingField(const Value& object, std::span<const Param> fields)
{
    for (const Param& field : fields)
        if (field.required && object.find(field.name) == nullptr) return SchemaFailure{std::string{field.name}, SchemaReason::missing};
    return {};
}

std::optional<SchemaFailure> fail(SchemaReason reason)
{
    return SchemaFailure{{}, reason};
}

std::optional<SchemaFailure> misfitText(const Value& value, const Type& type)
{
    if (!value.is(Value::Kind::string)) return fail(SchemaReason::type);
    if (type.choices.empty()) return {};
    const bool known = std::find(type.choices.begin(), type.choices.end(), value.asString()) != type.choices.end();
    return known ? std::nullopt : fail(SchemaReason::choice);
}

std::optional<SchemaFailure> misfitInteger(const Value& value, const Type& type)
{
    if (value.is(Value::Kind::bigInteger)) return fail(SchemaReason::range);
    if (!value.is(Value::Kind::integer)) return fail(SchemaReason::type);
    const std::int64_t number = value.asInteger();
    if ((type.minimum && number < *type.minimum) || (type.maximum && number > *type.maximum)) return fail(SchemaReason::range);
    return {};
}

std::optional<SchemaFailure> misfitItems(const Value& value, const Type& items)
{
    if (!value.is(Value::Kind::array)) return fail(SchemaReason::type);
    std::size_t index = 0;
    for (const Value& item : value.items())
    {
        if (auto failure = misfit(item, items)) return below(std::to_string(index), std::move(*failure));
        ++index;
    }
    return {};
}

} // namespace

SchemaFailure below(std::string_view step, SchemaFailure failure)
{
    failure.path = failure.path.empty() ? std::string{step} : std::string{step} + '.' + failure.path;
    return failure;
}

SchemaFailure unknownMember(std::string_view name)
{
    return {checks::showableName(name) ? std::string{name} : std::string{}, SchemaReason::unknown};
}

std::optional<SchemaFailure> misfitFields(const Value& object, std::span<const Param> fields)
{
    if (!object.is(Value::Kind::object)) return fail(SchemaReason::type);
    for (const Member& member : object.members())
    {
        const auto field = std::find_if(fields.begin(), fields.end(), [&](const Param& known) { return known.name == member.name; });
        // {"http_proxy": …} in place of {"name": "http_proxy", …}: what is missing says it all, and shows no variable's name.
        if (field == fields.end()) return missingField(object, fields).value_or(unknownMember(member.name));
        if (auto failure = misfit(member.value, field->type)) return below(member.name, std::move(*failure));
    }
    return missingField(object, fields);
}

std::optional<SchemaFailure> misfit(const Value& value, const Type& type)
{
    switch (type.kind)
    {
    case Type::Kind::string:
        return misfitText(value, type);
    case Type::Kind::integer:
        return misfitInteger(value, type);
    case Type::Kind::number:
        if (value.is(Value::Kind::integer) || value.is(Value::Kind::bigInteger) || value.is(Value::Kind::real)) return {};
        return fail(SchemaReason::type);
    case Type::Kind::boolean:
        return value.is(Value::Kind::boolean) ? std::nullopt : fail(SchemaReason::type);
    case Type::Kind::array:
        return misfitItems(value, *type.items);
    case Type::Kind::object:
        return misfitFields(value, type.fields);
    case Type::Kind::json:
        break;
    }
    return {};
}

} // namespace venomx::kernel
