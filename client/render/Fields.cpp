#include "client/render/Fields.h"

#include "client/Text.h"
#include "client/render/Cell.h"

#include <algorithm>

namespace venomx::client
{
namespace
{

std::string renderValues(std::span<const Member> members, const Palette& palette)
{
    std::size_t width = 0;
    for (const Member& member : members)
        if (!isRows(member.value)) width = std::max(width, displayWidth(oneLine(member.name)));
    std::string out;
    for (const Member& member : members)
    {
        if (isRows(member.value)) continue;
        const std::string name = oneLine(member.name) + ":";
        const std::string text = cellText(member.value);
        out += palette.label(name);
        out.append(width + 3 - displayWidth(name), ' ');
        out += member.name == "status" || member.name == "state" ? palette.state(text) : text;
        out += '\n';
    }
    return out;
}

} // namespace

std::string renderFields(const VerbView& verb, const Value& result, const Look& look)
{
    std::string out = renderValues(result.members(), look.palette);
    for (const Member& member : result.members())
    {
        if (!isRows(member.value)) continue;
        if (!out.empty()) out += '\n';
        out += look.palette.heading(oneLine(member.name)) + "\n";
        out += renderRows(member.value.items(), verb.resultItem(member.name), look);
    }
    return out.empty() ? "done\n" : out;
}

} // namespace venomx::client
