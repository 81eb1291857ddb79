#include "client/Json.h"
#include "client/Text.h"
#include "client/render/Cell.h"
#include "client/render/Render.h"

namespace venomx::client
{

std::string renderOpening(const Value& answer, const Palette& palette)
{
    if (textAt(answer, "boot").empty()) return {};
    std::string line;
    for (const Member& member : answer.members())
        line += (line.empty() ? "" : "  ") + palette.label(oneLine(member.name)) + "=" + cellText(member.value);
    return line + "\n";
}

std::string renderEvent(const Value& event, const Palette& palette)
{
    const Value* number = memberAt(event, "seq");
    std::string line = (number != nullptr ? cellText(*number) : "-") + "  " + oneLine(textAt(event, "at")) + "  " +
                       palette.label(oneLine(textAt(event, "kind")));
    const Value* data = memberAt(event, "data");
    if (data != nullptr && data->is(Value::Kind::object))
        for (const Member& member : data->members()) line += "  " + oneLine(member.name) + "=" + cellText(member.value);
    return line + "\n";
}

} // namespace venomx::client
