#include <venomx/sdk/value.h>

#include "Expect.h"

#include <limits>

namespace venomx
{
inline namespace v1
{
namespace
{

std::uint32_t narrow(std::size_t size)
{
    expect(size <= std::numeric_limits<std::uint32_t>::max());
    return static_cast<std::uint32_t>(size);
}

} // namespace

Value Value::boolean(bool value)
{
    Value made;
    made._kind = Kind::boolean;
    made._boolean = value;
    return made;
}

Value Value::integer(std::int64_t value)
{
    Value made;
    made._kind = Kind::integer;
    made._integer = value;
    return made;
}

Value Value::bigInteger(double rounded)
{
    Value made;
    made._kind = Kind::bigInteger;
    made._real = rounded;
    return made;
}

Value Value::real(double value)
{
    Value made;
    made._kind = Kind::real;
    made._real = value;
    return made;
}

Value Value::string(std::string_view text)
{
    Value made;
    made._kind = Kind::string;
    made._size = narrow(text.size());
    made._text = text.data();
    return made;
}

Value Value::array(std::span<const Value> items)
{
    Value made;
    made._kind = Kind::array;
    made._size = narrow(items.size());
    made._items = items.data();
    return made;
}

Value Value::object(std::span<const Member> members)
{
    Value made;
    made._kind = Kind::object;
    made._size = narrow(members.size());
    made._members = members.data();
    return made;
}

bool Value::asBoolean() const
{
    expect(_kind == Kind::boolean);
    return _boolean;
}

std::int64_t Value::asInteger() const
{
    expect(_kind == Kind::integer);
    return _integer;
}

double Value::asReal() const
{
    if (_kind == Kind::integer) return static_cast<double>(_integer);
    expect(_kind == Kind::real || _kind == Kind::bigInteger);
    return _real;
}

std::string_view Value::asString() const
{
    expect(_kind == Kind::string);
    return {_text, _size};
}

std::span<const Value> Value::items() const
{
    expect(_kind == Kind::array);
    return {_items, _size};
}

std::span<const Member> Value::members() const
{
    expect(_kind == Kind::object);
    return {_members, _size};
}

const Value* Value::find(std::string_view name) const
{
    for (const Member& member : members())
        if (member.name == name) return &member.value;
    return nullptr;
}

} // namespace v1
} // namespace venomx
