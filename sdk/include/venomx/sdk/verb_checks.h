// The rules for a verb's spec, checked while it compiles (`static_assert(valid(kSpec))`) and again, by the same functions,
// when the kernel loads a plugin. A spec that breaks one does not compile, and the compiler's error names it: `call to
// non-'constexpr' function 'void venomx::v1::spec_rules::aSummaryIsOneLineWithoutFullStop()'`. Functions; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <venomx/sdk/example_checks.h>
#include <venomx/sdk/spec_faults.h>
#include <venomx/sdk/verb.h>

namespace venomx
{
inline namespace v1
{
namespace checks
{

/// [a-z][a-z0-9_]*
constexpr bool plainName(std::string_view name)
{
    if (name.empty() || name.front() < 'a' || name.front() > 'z') return false;
    for (const char c : name)
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) return false;
    return true;
}

/// May a caller's own word for a parameter be shown again? Only one that looks like a misspelt name. Shorter than keys and
/// tokens are, and no FOO that a variable of an environment could be called.
constexpr bool showableName(std::string_view name)
{
    constexpr std::size_t kLongest = 24;
    if (name.empty() || name.size() > kLongest || name.front() < 'a' || name.front() > 'z') return false;
    for (const char c : name)
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-')) return false;
    return true;
}

/// family.verb or one word
constexpr bool verbName(std::string_view name)
{
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos) return plainName(name);
    return plainName(name.substr(0, dot)) && plainName(name.substr(dot + 1));
}

/// Present, one line, no full stop at its end.
constexpr bool oneLine(std::string_view text)
{
    if (text.empty() || text.ends_with('.') || text.ends_with(' ') || text.starts_with(' ')) return false;
    for (const char c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return false;
    return true;
}

constexpr bool errorClass(std::string_view word)
{
    constexpr std::string_view kClasses[] = {"denied", "invalid_params", "not_found", "conflict", "unavailable", "internal", "protocol"};
    for (const std::string_view known : kClasses)
        if (word == known) return true;
    return false;
}

constexpr bool errorCode(std::string_view code)
{
    const std::size_t dot = code.find('.');
    return dot != std::string_view::npos && errorClass(code.substr(0, dot)) && plainName(code.substr(dot + 1));
}

/// Flags that the command line keeps for itself.
constexpr bool reserved(std::string_view name)
{
    constexpr std::string_view kReserved[] = {"json", "help", "socket", "token", "token_file", "config"};
    for (const std::string_view word : kReserved)
        if (name == word) return true;
    return false;
}

constexpr bool distinct(std::span<const Param> params)
{
    for (std::size_t i = 0; i < params.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (params[i].name == params[k].name) return false;
    return true;
}

/// What is wrong with fields in themselves: `any` allows the kind json.
constexpr SpecFault fieldsFault(std::span<const Param> fields, bool any);

constexpr SpecFault typeFault(const Type& type, bool any)
{
    if (!type.choices.empty() && type.kind != Type::Kind::string) return SpecFault::type;
    if ((type.minimum || type.maximum) && type.kind != Type::Kind::integer) return SpecFault::type;
    if (type.minimum && type.maximum && *type.minimum > *type.maximum) return SpecFault::type;
    if (type.kind == Type::Kind::array) return given(type.items) ? typeFault(*type.items, any) : SpecFault::type;
    if (type.kind == Type::Kind::object) return fieldsFault(type.fields, any);
    return any || type.kind != Type::Kind::json ? SpecFault::none : SpecFault::type;
}

constexpr bool soundDefault(const Param& param)
{
    const Default& fallback = param.fallback;
    if (fallback.kind == Default::Kind::none) return true;
    if (param.required) return false;
    switch (fallback.kind)
    {
    case Default::Kind::boolean:
        return param.type.kind == Type::Kind::boolean;
    case Default::Kind::integer:
        return param.type.kind == Type::Kind::integer && (!param.type.minimum || fallback.number >= *param.type.minimum) &&
               (!param.type.maximum || fallback.number <= *param.type.maximum);
    case Default::Kind::string:
        return param.type.kind == Type::Kind::string && exampleText(fallback.text, param.type);
    case Default::Kind::none:
        break;
    }
    return true;
}

constexpr SpecFault fieldsFault(std::span<const Param> fields, bool any)
{
    for (const Param& field : fields)
    {
        if (!plainName(field.name)) return SpecFault::fieldName;
        if (!oneLine(field.summary)) return SpecFault::partSummary;
        if (const SpecFault fault = typeFault(field.type, any); fault != SpecFault::none) return fault;
        if (!soundDefault(field)) return SpecFault::fallback;
        if (field.standardInput && field.type.kind != Type::Kind::string) return SpecFault::standardInput;
    }
    return distinct(fields) ? SpecFault::none : SpecFault::twice;
}

constexpr SpecFault errorsFault(std::span<const ErrorSpec> errors)
{
    for (std::size_t i = 0; i < errors.size(); ++i)
    {
        if (!errorCode(errors[i].code)) return SpecFault::errorCode;
        if (!oneLine(errors[i].when)) return SpecFault::partSummary;
        if (const SpecFault fault = fieldsFault(errors[i].data, true); fault != SpecFault::none) return fault;
        for (std::size_t k = 0; k < i; ++k)
            if (errors[i].code == errors[k].code) return SpecFault::twice;
    }
    return SpecFault::none;
}

/// The parameter of that name, the verb's own or of a group that it includes. Here and below, each group is given.
constexpr std::optional<Param> findParam(const VerbSpec& spec, std::string_view name)
{
    for (const Param& param : spec.params)
        if (param.name == name) return param;
    for (const GroupRef& include : spec.include)
        for (const Param& param : include.group->params)
            if (param.name == name) return param;
    return std::nullopt;
}

/// How often that name is there, and how many parameters a request must have.
constexpr std::size_t countParam(const VerbSpec& spec, std::string_view name)
{
    std::size_t count = 0;
    for (const Param& param : spec.params) count += param.name == name ? 1 : 0;
    for (const GroupRef& include : spec.include)
        for (const Param& param : include.group->params) count += param.name == name ? 1 : 0;
    return count;
}

constexpr std::size_t countRequired(const VerbSpec& spec)
{
    std::size_t count = 0;
    for (const Param& param : spec.params) count += param.required ? 1 : 0;
    for (const GroupRef& include : spec.include)
        for (const Param& param : include.group->params) count += param.required ? 1 : 0;
    return count;
}

constexpr SpecFault paramsFault(const VerbSpec& spec, std::span<const Param> params)
{
    for (const Param& param : params)
    {
        if (reserved(param.name)) return SpecFault::reserved;
        if (countParam(spec, param.name) != 1) return SpecFault::twice;
    }
    return fieldsFault(params, false);
}

constexpr bool groupsGiven(const VerbSpec& spec)
{
    for (const GroupRef& include : spec.include)
        if (!given(include.group)) return false;
    return true;
}

constexpr SpecFault groupFault(const VerbSpec& spec, const GroupRef& include)
{
    if (include.group->name.empty() || !plainName(include.group->owner)) return SpecFault::group;
    if (const SpecFault fault = paramsFault(spec, include.group->params); fault != SpecFault::none) return fault;
    return errorsFault(include.group->errors);
}

constexpr bool soundAuthorize(const VerbSpec& spec)
{
    for (const Authorize& entry : spec.authorize)
    {
        if (entry.param.empty()) continue;
        const std::optional<Param> param = findParam(spec, entry.param);
        if (!param || param->type.kind != Type::Kind::string || !entry.kind) return false;
    }
    return true;
}

constexpr bool soundRest(const VerbSpec& spec)
{
    if (spec.rest.empty()) return true;
    const std::optional<Param> param = findParam(spec, spec.rest);
    return param && param->type.kind == Type::Kind::array && param->type.items->kind == Type::Kind::string;
}

constexpr bool soundExit(const VerbSpec& spec)
{
    if (spec.exit.field.empty()) return spec.exit.statuses.empty();
    for (const Param& field : spec.result)
    {
        if (field.name != spec.exit.field) continue;
        for (const ExitStatus& entry : spec.exit.statuses)
            if (entry.status < 0 || entry.status > 255 || !exampleText(entry.value, field.type)) return false;
        return field.type.kind == Type::Kind::string && !spec.exit.statuses.empty();
    }
    return false;
}

constexpr SpecFault examplesFault(const VerbSpec& spec)
{
    for (const Example& example : spec.examples)
    {
        if (!oneLine(example.summary)) return SpecFault::partSummary;
        ExampleCursor cursor(example.params);
        std::size_t required = 0;
        const auto find = [&](std::string_view name) { return findParam(spec, name); };
        if (!exampleObject(cursor, find, required) || !cursor.atEnd()) return SpecFault::example;
        if (required != countRequired(spec)) return SpecFault::example;
    }
    return SpecFault::none;
}

} // namespace checks

/// The first rule that a spec breaks.
constexpr SpecFault faultOf(const VerbSpec& spec)
{
    using namespace checks;
    if (!verbName(spec.name)) return SpecFault::name;
    if (!oneLine(spec.summary)) return SpecFault::summary;
    if (!groupsGiven(spec)) return SpecFault::group; // before anything looks into one
    SpecFault fault = paramsFault(spec, spec.params);
    for (const GroupRef& include : spec.include)
        if (fault == SpecFault::none) fault = groupFault(spec, include);
    if (fault == SpecFault::none && !soundAuthorize(spec)) fault = SpecFault::authorize;
    if (fault == SpecFault::none) fault = fieldsFault(spec.result, true);
    if (fault == SpecFault::none) fault = errorsFault(spec.errors);
    if (fault == SpecFault::none && !soundRest(spec)) fault = SpecFault::rest;
    if (fault == SpecFault::none && !soundExit(spec)) fault = SpecFault::exit;
    return fault == SpecFault::none ? examplesFault(spec) : fault;
}

/// What is wrong with a spec, as half a sentence that goes on after the verb's name; empty when nothing is.
constexpr std::string_view whyInvalid(const VerbSpec& spec)
{
    return sentenceOf(faultOf(spec));
}

/// While it compiles: a spec that breaks a rule is an error that names the rule.
consteval bool valid(const VerbSpec& spec)
{
    nameBrokenRule(faultOf(spec));
    return true;
}

} // namespace v1
} // namespace venomx
