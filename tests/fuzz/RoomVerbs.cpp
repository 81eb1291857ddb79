#include "tests/fuzz/RoomVerbs.h"

#include <utility>
#include <venomx/sdk/errors.h>
#include <venomx/sdk/verb_checks.h>

namespace venomx::fuzz
{
namespace
{

constexpr Type kWord = Type::string();
constexpr Param kFields[] = {{.name = "name", .type = Type::string(), .required = true, .summary = "A name"},
                             {.name = "value", .type = Type::number(), .summary = "A value"}};
constexpr Type kField = Type::object(kFields);
constexpr Param kEchoed[] = {{.name = "text", .type = Type::string(), .summary = "What is said back"},
                             {.name = "words", .type = Type::array(kWord), .summary = "Words"},
                             {.name = "fields", .type = Type::array(kField), .summary = "Fields"},
                             {.name = "times", .type = Type::integer(0, 9), .summary = "How often", .fallback = 1},
                             {.name = "side", .type = Type::string({"left", "right"}), .summary = "A choice"},
                             {.name = "loud", .type = Type::boolean(), .summary = "A flag", .fallback = false}};
constexpr Param kSaid[] = {{.name = "text", .type = Type::string(), .required = true, .summary = "What was said"}};
constexpr Param kStreams[] = {{.name = "streams", .type = Type::boolean(), .required = true, .summary = "Frames follow"}};

constexpr VerbSpec kEcho{.name = "r.echo", .summary = "Answer", .params = kEchoed, .result = kSaid};
constexpr VerbSpec kBig{.name = "r.big", .summary = "Answer at length", .result = kSaid};
constexpr VerbSpec kHold{.name = "r.hold", .summary = "Answer later"};
constexpr VerbSpec kWait{.name = "r.wait", .summary = "Answer much later", .waits = true};
constexpr VerbSpec kWatch{.name = "r.watch", .summary = "Answer with frames", .result = kStreams, .stream = true};
constexpr VerbSpec kTwice{.name = "r.twice", .summary = "Answer twice"};
constexpr VerbSpec kDrop{.name = "r.drop", .summary = "Forget to answer"};
constexpr VerbSpec kThrow{.name = "r.throw", .summary = "Fail badly"};
static_assert(valid(kEcho) && valid(kBig) && valid(kHold) && valid(kWait) && valid(kWatch) && valid(kTwice) && valid(kDrop) &&
              valid(kThrow));

void say(Call& call, std::string_view text)
{
    Result result;
    result.field("text", text);
    call.answer(std::move(result));
}

void twice(Call& call)
{
    call.answer({});
    call.refuse(errors::busy());
}

} // namespace

std::vector<Verb> RoomVerbs::verbs()
{
    constexpr std::size_t kMuch = 400;
    return {{&kEcho, [](Call& call) { say(call, call.findText("text").value_or("")); }},
            {&kBig, [](Call& call) { say(call, std::string(kMuch, 'b')); }},
            {&kHold, [this](Call& call) { hold(call); }},
            {&kWait, [this](Call& call) { hold(call); }},
            {&kWatch, [this](Call& call) { watch(call); }},
            {&kTwice, twice},
            {&kDrop, [](Call&) {}},
            {&kThrow, [](Call&) { throw 7; }}};
}

void RoomVerbs::hold(Call& call)
{
    const auto place = _held.insert(_held.end(), std::move(call));
    place->onCancel(
        [this, place]
        {
            Call gone = std::move(*place);
            _held.erase(place);
            gone.refuse(errors::cancelled());
        });
}

void RoomVerbs::watch(Call& call)
{
    Result result;
    result.field("streams", true);
    const auto stream = call.stream(std::move(result));
    for (int number = 0; number < 2; ++number) stream->frame("output", "{}");
    _streams.push_back(stream);
}

void RoomVerbs::release()
{
    for (Call& held : std::exchange(_held, {})) held.answer({});
    for (const auto& stream : std::exchange(_streams, {})) stream->end("done");
}

} // namespace venomx::fuzz
