#include "client/render/Render.h"

#include "client/Json.h"
#include "client/Text.h"
#include "client/render/Cell.h"
#include "client/render/Checks.h"
#include "client/render/Fields.h"

#include <optional>

namespace venomx::client
{
namespace
{

std::optional<std::string_view> plainText(const Value& result)
{
    const Value* text = result.find("text");
    if (text != nullptr && text->is(Value::Kind::string)) return text->asString();
    for (const Member& member : result.members())
        if (member.value.is(Value::Kind::string) && member.value.asString().find('\n') != std::string_view::npos)
            return member.value.asString();
    return std::nullopt;
}

std::string shownText(std::string_view text, bool terminal)
{
    std::string shown = terminal ? terminalSafe(text) : std::string{text};
    if (terminal && !shown.empty() && shown.back() != '\n') shown += '\n';
    return shown;
}

bool isObjectList(const VerbView& verb, const Member& member)
{
    if (!member.value.is(Value::Kind::array)) return false;
    return isRows(member.value) || (member.value.items().empty() && verb.resultItem(member.name).kind() == TypeView::Kind::object);
}

} // namespace

std::string renderResult(const VerbView& verb, const Value& result, const Look& look)
{
    if (const std::optional<std::string_view> text = plainText(result)) return shownText(*text, look.terminal);
    if (isHealthReport(result)) return renderChecks(result, look.palette);
    if (result.members().size() == 1 && isObjectList(verb, result.members().front()))
    {
        const Member& list = result.members().front();
        if (list.value.items().empty()) return "no " + oneLine(list.name) + "\n";
        return renderRows(list.value.items(), verb.resultItem(list.name), look);
    }
    return renderFields(verb, result, look);
}

} // namespace venomx::client
