#include <venomx/sdk/verb.h>

namespace venomx
{
inline namespace v1
{

std::string_view toText(Right right)
{
    switch (right)
    {
    case Right::read:
        return "read";
    case Right::write:
        return "write";
    case Right::spawn:
        return "spawn";
    case Right::admin:
        break;
    }
    return "admin";
}

std::string_view toText(Effect effect)
{
    switch (effect)
    {
    case Effect::read:
        return "read";
    case Effect::write:
        return "write";
    case Effect::destroy:
        break;
    }
    return "destroy";
}

std::string_view toText(Type::Kind kind)
{
    switch (kind)
    {
    case Type::Kind::string:
        return "string";
    case Type::Kind::integer:
        return "integer";
    case Type::Kind::number:
        return "number";
    case Type::Kind::boolean:
        return "boolean";
    case Type::Kind::array:
        return "array";
    case Type::Kind::object:
        return "object";
    case Type::Kind::json:
        break;
    }
    return "json";
}

} // namespace v1
} // namespace venomx
