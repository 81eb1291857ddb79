#include "client/manifest/ParamView.h"

#include "client/Json.h"

#include <algorithm>
#include <array>
#include <utility>

namespace venomx::client
{

TypeView::Kind TypeView::kind() const
{
    constexpr std::array<std::pair<std::string_view, Kind>, 6> kKinds{{{"string", Kind::string},
                                                                       {"integer", Kind::integer},
                                                                       {"number", Kind::number},
                                                                       {"boolean", Kind::boolean},
                                                                       {"array", Kind::array},
                                                                       {"object", Kind::object}}};
    if (_type == nullptr) return Kind::json;
    const std::string_view name = textAt(*_type, "kind");
    for (const auto& [word, kind] : kKinds)
        if (word == name) return kind;
    return Kind::json;
}

std::vector<std::string_view> TypeView::choices() const
{
    std::vector<std::string_view> words;
    if (_type == nullptr) return words;
    for (const Value& choice : itemsAt(*_type, "choices"))
        if (choice.is(Value::Kind::string)) words.push_back(choice.asString());
    return words;
}

std::optional<std::int64_t> TypeView::minimum() const
{
    return _type != nullptr ? integerAt(*_type, "min") : std::nullopt;
}

std::optional<std::int64_t> TypeView::maximum() const
{
    return _type != nullptr ? integerAt(*_type, "max") : std::nullopt;
}

TypeView TypeView::items() const
{
    return TypeView{_type != nullptr ? memberAt(*_type, "items") : nullptr};
}

std::vector<ParamView> TypeView::fields() const
{
    return paramViews(_type != nullptr ? itemsAt(*_type, "fields") : std::span<const Value>{});
}

bool TypeView::isWords() const
{
    return kind() == Kind::array && items().kind() == Kind::string;
}

bool TypeView::isPairs() const
{
    if (kind() != Kind::array || items().kind() != Kind::object) return false;
    const std::vector<ParamView> fields = items().fields();
    return fields.size() == 2 && fields[0].name() == "name" && fields[1].name() == "value" && fields[0].type().kind() == Kind::string &&
           fields[1].type().kind() == Kind::string;
}

std::string_view ParamView::name() const
{
    return textAt(*_param, "name");
}

std::string ParamView::flag() const
{
    return kebab(name());
}

std::string_view ParamView::summary() const
{
    return textAt(*_param, "summary");
}

TypeView ParamView::type() const
{
    return TypeView{memberAt(*_param, "type")};
}

bool ParamView::required() const
{
    return flagAt(*_param, "required");
}

bool ParamView::readsStandardInput() const
{
    return flagAt(*_param, "stdin");
}

const Value* ParamView::fallback() const
{
    return memberAt(*_param, "default");
}

std::vector<ParamView> paramViews(std::span<const Value> params)
{
    std::vector<ParamView> views;
    views.reserve(params.size());
    for (const Value& param : params) views.emplace_back(param);
    return views;
}

std::string kebab(std::string_view name)
{
    std::string typed{name};
    std::ranges::replace(typed, '_', '-');
    return typed;
}

} // namespace venomx::client
