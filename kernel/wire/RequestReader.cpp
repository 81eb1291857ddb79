#include "kernel/wire/RequestReader.h"

namespace venomx::kernel
{
namespace
{

using Wrong = BadFrame::Wrong;

std::optional<std::uint64_t> validId(const Value& value)
{
    if (!value.is(Value::Kind::integer) || value.asInteger() < 0 || value.asInteger() > RequestReader::kLargestId) return {};
    return static_cast<std::uint64_t>(value.asInteger());
}

std::optional<std::uint64_t> salvaged(const JsonReader::Outcome& outcome)
{
    return outcome.id ? validId(Value::integer(*outcome.id)) : std::nullopt;
}

/// The members that a frame may have; a frame with any other is malformed.
struct Members
{
    const Value* id{nullptr};
    const Value* verb{nullptr};
    const Value* params{nullptr};
    const Value* cancel{nullptr};
    bool unknown{false};

    explicit Members(const Value& frame)
    {
        for (const Member& member : frame.members())
        {
            if (member.name == "id")
                id = &member.value;
            else if (member.name == "verb")
                verb = &member.value;
            else if (member.name == "params")
                params = &member.value;
            else if (member.name == "cancel")
                cancel = &member.value;
            else
                unknown = true;
        }
    }
};

Frame cancelOf(const Members& members, std::optional<std::uint64_t> id)
{
    if (members.id != nullptr || members.verb != nullptr || members.params != nullptr) return BadFrame{Wrong::syntax, id};
    const auto target = validId(*members.cancel);
    if (!target) return BadFrame{Wrong::id, {}};
    return CancelFrame{*target};
}

Frame requestOf(const Members& members, std::optional<std::uint64_t> id)
{
    if (members.verb == nullptr || !members.verb->is(Value::Kind::string)) return BadFrame{Wrong::syntax, id};
    if (!id) return BadFrame{Wrong::id, {}};
    if (members.params == nullptr) return RequestFrame{*id, members.verb->asString(), {}};
    // Params that are null were sent, and are as wrong as a number would be; left out they are right.
    if (members.params->is(Value::Kind::null)) return RequestFrame{*id, members.verb->asString(), Value::boolean(false)};
    return RequestFrame{*id, members.verb->asString(), *members.params};
}

} // namespace

Frame RequestReader::read(std::string_view line, Arena& arena)
{
    if (line.find_first_not_of(" \t\r\n") == std::string_view::npos) return EmptyLine{};
    const JsonReader::Outcome outcome = _json.read(line, arena);
    if (outcome.error == JsonError::encoding) return BadFrame{Wrong::encoding, salvaged(outcome)};
    if (outcome.error != JsonError::none) return BadFrame{Wrong::syntax, salvaged(outcome)};
    if (!outcome.value.is(Value::Kind::object)) return BadFrame{Wrong::syntax, {}};
    const Members members{outcome.value};
    const auto id = members.id != nullptr ? validId(*members.id) : std::nullopt;
    if (members.unknown) return BadFrame{Wrong::syntax, id};
    return members.cancel != nullptr ? cancelOf(members, id) : requestOf(members, id);
}

} // namespace venomx::kernel
