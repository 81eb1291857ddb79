#include "kernel/verbs/Schema.h"

#include <algorithm>

#include "kernel/verbs/SchemaPath.h"

namespace venomx::kernel
{
namespace
{

Refusal refusal(const SchemaFailure& failure)
{
    const std::string_view path = failure.path.empty() ? "params" : std::string_view{failure.path};
    constexpr Literal kCode{"invalid_params.schema"};
    switch (failure.reason)
    {
    case SchemaReason::missing:
        return Refusal{kCode, "a required parameter is missing"}.at(path).with("reason", "missing");
    case SchemaReason::type:
        return Refusal{kCode, "a parameter has the wrong type"}.at(path).with("reason", "type");
    case SchemaReason::unknown:
        return Refusal{kCode, "unknown parameter"}.at(path).with("reason", "unknown");
    case SchemaReason::choice:
        return Refusal{kCode, "a parameter is not one of its choices"}.at(path).with("reason", "choice");
    case SchemaReason::range:
        break;
    }
    return Refusal{kCode, "a parameter is out of range"}.at(path).with("reason", "range");
}

/// The parameters that a request gave, without an allocation for up to 64 of them.
class Seen
{
public:
    explicit Seen(std::size_t size)
    {
        if (size > 64) _many.resize(size);
    }
    void set(std::size_t index)
    {
        if (_many.empty())
            _few |= std::uint64_t{1} << index;
        else
            _many[index] = true;
    }
    [[nodiscard]] bool operator[](std::size_t index) const { return _many.empty() ? ((_few >> index) & 1) != 0 : _many[index]; }

private:
    std::uint64_t _few{0};
    std::vector<bool> _many;
};

std::size_t indexOf(const std::vector<const Param*>& params, std::string_view name)
{
    std::size_t index = 0;
    while (index < params.size() && params[index]->name != name) ++index;
    return index;
}

void addDefaults(Value& params, std::span<const Param* const> missing, Arena& arena)
{
    const auto given = params.members();
    const auto all = arena.array<Member>(given.size() + missing.size());
    std::copy(given.begin(), given.end(), all.begin());
    std::size_t next = given.size();
    for (const Param* param : missing) all[next++] = {param->name, valueOf(param->fallback)};
    params = Value::object(all);
}

} // namespace

Value valueOf(const Default& fallback)
{
    switch (fallback.kind)
    {
    case Default::Kind::boolean:
        return Value::boolean(fallback.flag);
    case Default::Kind::integer:
        return Value::integer(fallback.number);
    case Default::Kind::string:
        return Value::string(fallback.text);
    case Default::Kind::none:
        break;
    }
    return {};
}

Schema::Schema(const VerbSpec& spec)
{
    for (const Param& param : spec.params) _params.push_back(&param);
    for (const GroupRef& include : spec.include)
        for (const Param& param : include.group->params) _params.push_back(&param);
}

std::optional<Refusal> Schema::check(Value& params, Arena& arena) const
{
    if (params.is(Value::Kind::null)) params = Value::object({});
    if (!params.is(Value::Kind::object)) return refusal({{}, SchemaReason::type});

    Seen seen(_params.size());
    for (const Member& member : params.members())
    {
        const std::size_t index = indexOf(_params, member.name);
        if (index == _params.size()) return refusal(unknownMember(member.name));
        if (auto failure = misfit(member.value, _params[index]->type)) return refusal(below(member.name, std::move(*failure)));
        seen.set(index);
    }

    std::size_t defaults = 0;
    for (std::size_t index = 0; index < _params.size(); ++index)
    {
        if (seen[index]) continue;
        if (_params[index]->required) return refusal({std::string{_params[index]->name}, SchemaReason::missing});
        if (_params[index]->fallback.kind != Default::Kind::none) ++defaults;
    }
    if (defaults == 0) return {};

    const auto missing = arena.array<const Param*>(defaults);
    std::size_t next = 0;
    for (std::size_t index = 0; index < _params.size(); ++index)
        if (!seen[index] && _params[index]->fallback.kind != Default::Kind::none) missing[next++] = _params[index];
    addDefaults(params, missing, arena);
    return {};
}

} // namespace venomx::kernel
