#include "kernel/testing/contract/Trial.h"

#include <algorithm>
#include <venomx/sdk/json_reader.h>
#include <venomx/sdk/json_writer.h>

namespace venomx::testing
{
namespace
{

constexpr std::string_view kSecret{"5ecret-0f-a-request"};

/// A value, its texts replaced by the secret if `hide` says so.
void write(JsonWriter& json, const Value& value, bool hide)
{
    switch (value.kind())
    {
    case Value::Kind::null:
        json.raw("null");
        break;
    case Value::Kind::boolean:
        json.value(value.asBoolean());
        break;
    case Value::Kind::integer:
        json.value(value.asInteger());
        break;
    case Value::Kind::bigInteger:
    case Value::Kind::real:
        json.raw(std::to_string(value.asReal()));
        break;
    case Value::Kind::string:
        json.value(hide ? kSecret : value.asString());
        break;
    case Value::Kind::array:
        json.beginArray();
        for (const Value& item : value.items()) write(json, item, hide);
        json.endArray();
        break;
    case Value::Kind::object:
        json.beginObject();
        for (const Member& member : value.members())
        {
            json.key(member.name);
            write(json, member.value, hide);
        }
        json.endObject();
        break;
    }
}

/// The example with the secret in one of its parameters: `which`-th member; nothing past the last.
std::string withSecret(const Example& example, std::size_t which)
{
    Arena arena;
    JsonReader reader;
    const Value params = reader.read(example.params, arena).value;
    if (which >= params.members().size()) return {};
    std::string text;
    JsonWriter json{text};
    json.beginObject();
    for (std::size_t i = 0; i < params.members().size(); ++i)
    {
        const Member& member = params.members()[i];
        json.key(member.name);
        write(json, member.value, i == which);
    }
    json.endObject();
    return text;
}

bool tells(std::string_view text)
{
    return text.find(kSecret) != std::string_view::npos;
}

void checkOne(const Subject& subject, const VerbSpec& spec, const std::string& params, Sentences& broken)
{
    const auto trial = started(subject, broken);
    if (!trial) return;
    const auto call = trial->bench.ask(spec.name, params);
    if (call->wait(subject.patience / 50).kind == Answer::Kind::pending) call->cancel();
    const Answer answer = call->wait(subject.patience);
    if (answer.kind == Answer::Kind::refused && (tells(answer.json) || tells(answer.message)))
        broken.push_back(std::string{spec.name} + " tells a request's text in its error " + answer.code);
    trial->bench.stop();
    if (std::ranges::any_of(trial->bench.services.log.lines(), tells))
        broken.push_back(std::string{spec.name} + " tells a request's text in the log");
}

} // namespace

void checkSecrets(const Subject& subject, Sentences& broken)
{
    const auto listing = started(subject, broken);
    if (!listing) return;
    for (const VerbSpec* spec : listing->bench.specs())
    {
        if (spec->examples.empty()) continue;
        for (std::size_t which = 0;; ++which)
        {
            const std::string params = withSecret(spec->examples[0], which);
            if (params.empty()) break;
            checkOne(subject, *spec, params, broken);
        }
    }
}

} // namespace venomx::testing
