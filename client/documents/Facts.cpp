#include "client/documents/Facts.h"

#include "client/Concat.h"
#include "client/Denial.h"
#include "client/Json.h"
#include "client/help/Synopsis.h"

#include <algorithm>
#include <array>

namespace venomx::client
{
namespace
{

void flatten(std::vector<Field>& fields, std::span<const ParamView> params, const std::string& before)
{
    for (const ParamView& param : params)
    {
        std::string path = concat({before, param.name()});
        TypeView type = param.type();
        fields.push_back({path, param});
        while (type.kind() == TypeView::Kind::array)
        {
            type = type.items();
            path += "[]";
        }
        if (type.kind() == TypeView::Kind::object) flatten(fields, type.fields(), path + ".");
    }
}

std::string_view kindWord(TypeView::Kind kind)
{
    constexpr std::array<std::string_view, 7> kWords{"string", "integer", "number", "boolean", "array", "object", "any JSON"};
    return kWords[static_cast<std::size_t>(kind)];
}

/// Of a target that need not be named, none is asked for where it is not.
std::string rightText(const VerbView& verb, const Value& entry)
{
    const std::string_view right = textAt(entry, "right");
    const std::string_view param = textAt(entry, "param");
    if (param.empty()) return concat({right, " on everything"});
    const std::string_view kind = textAt(entry, "kind");
    const std::vector<ParamView> params = verb.params();
    const auto named = std::ranges::find(params, param, &ParamView::name);
    const bool optional = named != params.end() && !named->required();
    if (param != kind) return concat({right, " on the ", kind, " in ", param, optional ? ", if there is one" : ""});
    return optional ? concat({right, " on the ", kind, ", if one is given"}) : concat({right, " on the given ", kind});
}

std::string restPart(const VerbView& verb)
{
    return concat({"[-- ", kebab(verb.rest()), " ...]"});
}

std::string flagPart(const ParamView& param)
{
    const TypeView type = param.type();
    const Value* fallback = param.fallback();
    const bool on = fallback != nullptr && fallback->is(Value::Kind::boolean) && fallback->asBoolean();
    const std::string flag = on ? "--no-" + param.flag() : flagText(param);
    const std::string_view again = type.isWords() || type.isPairs() ? " ..." : "";
    return param.required() ? concat({flag, again}) : concat({"[", flag, again, "]"});
}

} // namespace

std::vector<Family> families(const Manifest& manifest)
{
    std::vector<Family> found;
    for (const VerbView& verb : manifest.verbs())
    {
        auto family = std::ranges::find(found, verb.family(), &Family::name);
        if (family == found.end()) family = found.insert(found.end(), Family{verb.family(), {}});
        family->verbs.push_back(verb);
    }
    std::ranges::sort(found, {}, &Family::name);
    return found;
}

std::vector<Field> flattened(std::span<const ParamView> params)
{
    std::vector<Field> fields;
    flatten(fields, params, {});
    return fields;
}

std::string typeText(const TypeView& type)
{
    if (type.kind() == TypeView::Kind::array) return "array of " + typeText(type.items());
    const std::string range = valueRange(type);
    const std::string_view between = range.empty() ? "" : type.choices().empty() ? ", " : ": ";
    return concat({kindWord(type.kind()), between, range});
}

std::string defaultText(const ParamView& param)
{
    return param.fallback() != nullptr ? toJson(*param.fallback()) : std::string{};
}

std::string_view effectText(const VerbView& verb)
{
    const std::string_view effect = textAt(verb.json(), "effect");
    if (effect == "read") return "reads";
    return effect == "destroy" ? "destroys something" : "changes something";
}

std::string rightsText(const VerbView& verb)
{
    std::string text;
    const std::span<const Value> asked = itemsAt(verb.json(), "authorize");
    for (const Value& entry : asked) text += (text.empty() ? "" : "; ") + rightText(verb, entry);
    for (const ErrorView& error : verb.errors())
    {
        const std::string_view right = deniedRight(error.code);
        if (right.empty() || std::ranges::any_of(asked, [&](const Value& entry) { return textAt(entry, "right") == right; })) continue;
        text += concat({text.empty() ? "" : "; ", right, ", see its error denied.", right});
    }
    return text;
}

std::string rightsSentence(const VerbView& verb)
{
    const std::string rights = rightsText(verb);
    return rights.empty() ? "Anyone may call it." : concat({"It needs the right ", rights, "."});
}

std::vector<std::string> synopsis(const VerbView& verb)
{
    std::vector<std::string> parts;
    const std::vector<ParamView> params = verb.params();
    for (const bool required : {true, false})
        for (const ParamView& param : params)
            if (param.required() == required && param.name() != verb.rest()) parts.push_back(flagPart(param));
    if (!verb.rest().empty()) parts.push_back(restPart(verb));
    return parts;
}

std::string synopsisLine(const VerbView& verb)
{
    std::string line = "venomx " + verb.command();
    for (const std::string& part : synopsis(verb)) line += " " + part;
    return line;
}

std::span<const ErrorClass> errorClasses()
{
    static constexpr std::array<ErrorClass, 7> kClasses{{
        {"internal", "a fault of the daemon, a plugin or this program"},
        {"protocol", "the two sides do not understand each other"},
        {"invalid_params", "a parameter is wrong, also wrong use of the command line"},
        {"not_found", "what is named does not exist"},
        {"denied", "the caller lacks a right; the same for what exists and what does not"},
        {"conflict", "it does not fit the present state"},
        {"unavailable", "something needed is not there, also the daemon itself"},
    }};
    return kClasses;
}

std::string exitText(const VerbView& verb)
{
    const Value* exit = memberAt(verb.json(), "exit");
    const Value* values = exit != nullptr ? memberAt(*exit, "values") : nullptr;
    if (values == nullptr || !values->is(Value::Kind::object)) return {};
    std::string text;
    for (const Member& member : values->members())
        text += concat({text.empty() ? "" : "; ", toJson(member.value), " when ", textAt(*exit, "field"), " is ", member.name});
    return text;
}

std::string pluginOf(const Manifest& manifest, const VerbView& verb)
{
    for (const Value& plugin : manifest.plugins())
        for (const Value& own : itemsAt(plugin, "verbs"))
            if (&own == &verb.json()) return concat({textAt(plugin, "plugin"), " ", textAt(plugin, "version")});
    return {};
}

} // namespace venomx::client
