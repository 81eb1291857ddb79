#include "client/manifest/Manifest.h"

#include "client/Json.h"

#include <algorithm>
#include <array>
#include <venomx/sdk/json_reader.h>

namespace venomx::client
{
namespace
{

constexpr int kDeepest = 64;

void addErrors(std::vector<ErrorView>& errors, std::span<const Value> more)
{
    for (const Value& error : more) errors.push_back({textAt(error, "code"), textAt(error, "when"), itemsAt(error, "data")});
}

/// What the kernel answers where a right is missing, before the verb runs.
void addDenials(std::vector<ErrorView>& errors, const Value& verb)
{
    static constexpr std::array<ErrorView, 4> kDenials{{
        {"denied.read", "The caller lacks the right read on the target", {}},
        {"denied.write", "The caller lacks the right write on the target", {}},
        {"denied.spawn", "The caller lacks the right spawn on the target", {}},
        {"denied.admin", "The caller lacks the right admin", {}},
    }};
    for (const Value& entry : itemsAt(verb, "authorize"))
        for (const ErrorView& denial : kDenials)
            if (denial.code.ends_with(textAt(entry, "right")) && std::ranges::find(errors, denial.code, &ErrorView::code) == errors.end())
                errors.push_back(denial);
}

} // namespace

std::string_view VerbView::name() const
{
    return textAt(*_verb, "name");
}

std::string VerbView::command() const
{
    std::string words = kebab(name());
    std::ranges::replace(words, '.', ' ');
    return words;
}

std::string_view VerbView::summary() const
{
    return textAt(*_verb, "summary");
}

std::string_view VerbView::description() const
{
    return textAt(*_verb, "description");
}

std::vector<ParamView> VerbView::params() const
{
    std::vector<ParamView> params = paramViews(itemsAt(*_verb, "params"));
    for (const Value& included : itemsAt(*_verb, "include"))
    {
        const Value* group = included.is(Value::Kind::string) ? _manifest->group(included.asString()) : nullptr;
        if (group == nullptr) continue;
        const std::vector<ParamView> more = paramViews(itemsAt(*group, "params"));
        params.insert(params.end(), more.begin(), more.end());
    }
    return params;
}

std::vector<ParamView> VerbView::results() const
{
    return paramViews(itemsAt(*_verb, "result"));
}

TypeView VerbView::resultItem(std::string_view name) const
{
    for (const ParamView& result : results())
        if (result.name() == name) return result.type().items();
    return TypeView{nullptr};
}

std::vector<ErrorView> VerbView::errors() const
{
    std::vector<ErrorView> errors;
    addErrors(errors, itemsAt(*_verb, "errors"));
    for (const Value& included : itemsAt(*_verb, "include"))
    {
        const Value* group = included.is(Value::Kind::string) ? _manifest->group(included.asString()) : nullptr;
        if (group != nullptr) addErrors(errors, itemsAt(*group, "errors"));
    }
    addDenials(errors, *_verb);
    return errors;
}

std::span<const Value> VerbView::examples() const
{
    return itemsAt(*_verb, "examples");
}

std::string_view VerbView::rest() const
{
    return textAt(*_verb, "rest");
}

bool VerbView::stream() const
{
    return flagAt(*_verb, "stream");
}

int VerbView::exitStatus(const Value& result) const
{
    const Value* exit = memberAt(*_verb, "exit");
    if (exit == nullptr) return 0;
    const Value* statuses = memberAt(*exit, "values");
    if (statuses == nullptr) return 0;
    return static_cast<int>(integerAt(*statuses, textAt(result, textAt(*exit, "field"))).value_or(0));
}

std::optional<Manifest> Manifest::read(std::string_view text)
{
    Manifest manifest;
    JsonReader reader{kDeepest};
    const JsonReader::Outcome outcome = reader.read(text, manifest._arena);
    if (outcome.error != JsonError::none) return std::nullopt;
    const Value* content = memberAt(outcome.value, "manifest");
    if (content == nullptr || integerAt(*content, "format") != 1) return std::nullopt;
    manifest._content = content;
    manifest._plugins = itemsAt(*content, "plugins");
    manifest._hash = textAt(outcome.value, "hash");
    return manifest;
}

std::vector<VerbView> Manifest::verbs() const
{
    std::vector<VerbView> verbs;
    for (const Value& plugin : _plugins)
        for (const Value& verb : itemsAt(plugin, "verbs")) verbs.emplace_back(verb, *this);
    std::ranges::sort(verbs, {}, &VerbView::name);
    return verbs;
}

std::optional<VerbView> Manifest::find(std::string_view name) const
{
    for (const Value& plugin : _plugins)
        for (const Value& verb : itemsAt(plugin, "verbs"))
            if (textAt(verb, "name") == name) return VerbView{verb, *this};
    return std::nullopt;
}

const Value* Manifest::group(std::string_view name) const
{
    for (const Value& plugin : _plugins)
    {
        const Value* groups = memberAt(plugin, "groups");
        if (const Value* group = groups != nullptr ? memberAt(*groups, name) : nullptr) return group;
    }
    return nullptr;
}

} // namespace venomx::client
