#include "client/Concat.h"
#include "client/Json.h"
#include "client/Text.h"
#include "client/help/Synopsis.h"
#include "client/render/Cell.h"
#include "client/render/Render.h"

#include <optional>

namespace venomx::client
{
namespace
{

/// The parameter that a dotted path begins at.
std::optional<ParamView> paramAt(const VerbView& verb, std::string_view path)
{
    for (const ParamView& param : verb.params())
        if (param.name() == path.substr(0, path.find('.'))) return param;
    return std::nullopt;
}

/// What a schema failure asks for, in the words of the manifest; empty when there is more to say than that.
std::string askedOf(const VerbView& verb, const Value& data)
{
    const std::string_view path = textAt(data, "param");
    const std::string_view reason = textAt(data, "reason");
    const std::optional<ParamView> param = paramAt(verb, path);
    if (!param || path != param->name()) return {};
    if (reason == "missing") return "--" + param->flag() + " is required";
    if (reason == "choice" || reason == "range") return "--" + param->flag() + " takes " + valueRange(param->type());
    return {};
}

} // namespace

std::string renderError(const Value& error, const VerbView* verb, std::string_view remedy)
{
    const std::string_view code = textAt(error, "code");
    std::string text = "venomx: " + oneLine(textAt(error, "message")) + " (" + oneLine(code) + ")\n";
    if (!remedy.empty()) return concat({text, "  ", remedy, "\n"});
    const Value* data = memberAt(error, "data");
    if (data == nullptr || !data->is(Value::Kind::object) || data->members().empty()) return text;
    if (const std::string_view hint = textAt(*data, "hint"); !hint.empty()) return text + "  " + oneLine(hint) + "\n";
    const std::string asked = verb != nullptr && code == "invalid_params.schema" ? askedOf(*verb, *data) : std::string{};
    return text + "  " + (asked.empty() ? cellText(*data) : oneLine(asked)) + "\n";
}

} // namespace venomx::client
