#include "kernel/authority/Grants.h"

#include <algorithm>
#include <array>
#include <utility>
#include <venomx/sdk/json_writer.h>
#include <venomx/sdk/result.h>

namespace venomx::kernel
{
namespace
{

struct NamedKind
{
    std::string_view prefix;
    ResourceKind kind;
};
constexpr std::array kKinds{NamedKind{"session:", ResourceKind::session}, NamedKind{"window:", ResourceKind::window},
                            NamedKind{"pane:", ResourceKind::pane}};
/// Each is kept for the principal's life, and looked through for each of its requests.
constexpr std::size_t kMostGrants = 256;
constexpr std::array kRights{Right::read, Right::write, Right::spawn, Right::admin};

[[noreturn]] void malformed(std::size_t index, std::string_view member)
{
    throw Refusal{"invalid_params.grant_scope", "malformed grant"}.at("grants." + std::to_string(index) + '.' + std::string{member});
}

std::string_view textOf(const Value& object, std::string_view member)
{
    const Value* found = object.find(member);
    return found != nullptr && found->is(Value::Kind::string) ? found->asString() : std::string_view{};
}

} // namespace

std::optional<Scope> Scope::parse(std::string_view text)
{
    if (text == "*") return Scope{};
    if (text == "self") return Scope{.kind = Kind::self};
    for (const NamedKind& named : kKinds)
    {
        if (!text.starts_with(named.prefix)) continue;
        const auto id = ResourceId::parse(text.substr(named.prefix.size()));
        if (!id || id->kind != named.kind) return {};
        return Scope{.kind = Kind::thing, .thing = *id};
    }
    return {};
}

std::string Scope::str() const
{
    if (kind == Kind::all) return "*";
    if (kind == Kind::self) return "self";
    const auto named = std::ranges::find(kKinds, thing.kind, &NamedKind::kind);
    return std::string{named->prefix} + thing.str();
}

std::optional<Right> parseRight(std::string_view text)
{
    for (const Right right : kRights)
        if (text == toText(right)) return right;
    return {};
}

Grants parseGrants(const Value& list, const ResourceIndex& index)
{
    if (list.items().size() > kMostGrants) throw Refusal{"invalid_params.grant_scope", "more grants than 256"}.at("grants");
    Grants grants;
    for (const Value& entry : list.items())
    {
        const auto right = parseRight(textOf(entry, "right"));
        if (!right) malformed(grants.size(), "right");
        const auto scope = Scope::parse(textOf(entry, "scope"));
        if (!scope || (*right == Right::admin && scope->kind != Scope::Kind::all)) malformed(grants.size(), "scope");
        grants.push_back({*right, *scope, scope->kind == Scope::Kind::thing ? index.find(scope->thing) : nullptr});
    }
    return grants;
}

std::optional<Grant> parseGrant(std::string_view words)
{
    const std::size_t gap = words.find(' ');
    if (gap == std::string_view::npos) return {};
    const auto right = parseRight(words.substr(0, gap));
    words.remove_prefix(std::min(words.find_first_not_of(' ', gap), words.size()));
    const auto scope = Scope::parse(words);
    if (!right || !scope || (*right == Right::admin && scope->kind != Scope::Kind::all)) return {};
    return Grant{.right = *right, .scope = *scope};
}

Grants defaultGrants()
{
    return {{.right = Right::read, .scope = {.kind = Scope::Kind::self}}, {.right = Right::write, .scope = {.kind = Scope::Kind::self}}};
}

Grants allGrants()
{
    Grants grants;
    for (const Right right : kRights) grants.push_back({.right = right});
    return grants;
}

std::string toJson(const Grants& grants)
{
    std::string text;
    JsonWriter json{text};
    json.beginArray();
    for (const Grant& grant : grants) json.beginObject().field("right", toText(grant.right)).field("scope", grant.scope.str()).endObject();
    json.endArray();
    return text;
}

} // namespace venomx::kernel
