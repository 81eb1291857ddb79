#include "kernel/plugins/Verdict.h"

namespace venomx::kernel
{
namespace
{

constexpr Literal kWords[] = {"symbols",     "manifest", "classes", "constructor", "exception",      "bad_spec",
                              "bad_setting", "crashed",  "exited",  "hangs",       "duplicate_verb", "trial"};

/// Words of a refusal are text of this program, also when another process chose one.
Literal wordOf(std::string_view text)
{
    for (const Literal word : kWords)
        if (word.view() == text) return word;
    return "trial";
}

std::string textAt(const Value& object, std::string_view name)
{
    const Value* found = object.find(name);
    return found != nullptr && found->is(Value::Kind::string) ? std::string{found->asString()} : std::string{};
}

std::optional<std::vector<std::string>> verbsIn(const Value& object)
{
    const Value* list = object.find("verbs");
    if (list == nullptr || !list->is(Value::Kind::array)) return {};
    std::vector<std::string> verbs;
    for (const Value& verb : list->items())
    {
        if (!verb.is(Value::Kind::string)) return {};
        verbs.emplace_back(verb.asString());
    }
    return verbs;
}

} // namespace

void writeVerdict(JsonWriter& json, const Verdict& verdict)
{
    json.key("verbs").beginArray();
    for (const std::string& verb : verdict.verbs) json.value(std::string_view{verb});
    json.endArray();
    if (!verdict.refused) return;
    json.field("reason", verdict.refused->reason).field("sentence", std::string_view{verdict.refused->sentence});
    json.field("detail", std::string_view{verdict.refused->detail});
}

std::optional<Verdict> readVerdict(const Value& object)
{
    if (!object.is(Value::Kind::object)) return {};
    auto verbs = verbsIn(object);
    if (!verbs) return {};
    Verdict verdict{std::move(*verbs), {}};
    if (const std::string reason = textAt(object, "reason"); !reason.empty())
        verdict.refused = Refused{wordOf(reason), textAt(object, "sentence"), textAt(object, "detail")};
    return verdict;
}

} // namespace venomx::kernel
