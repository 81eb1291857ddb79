#include "client/render/Checks.h"

#include "client/Concat.h"
#include "client/Json.h"
#include "client/Text.h"
#include "client/render/Cell.h"
#include "client/render/Table.h"

#include <algorithm>

namespace venomx::client
{

bool isHealthReport(const Value& result)
{
    const Value* checks = memberAt(result, "checks");
    if (checks == nullptr || !isRows(*checks)) return false;
    return std::ranges::all_of(
        checks->items(), [](const Value& check)
        { return memberAt(check, "name") != nullptr && memberAt(check, "status") != nullptr && memberAt(check, "summary") != nullptr; });
}

std::string renderChecks(const Value& result, const Palette& palette)
{
    Table table;
    for (const char* heading : {"STATUS", "CHECK", "SUMMARY", "WHAT TO DO"}) table.addColumn(heading);
    for (const Value& check : itemsAt(result, "checks"))
        table.addRow({oneLine(textAt(check, "status")), oneLine(textAt(check, "name")), oneLine(textAt(check, "summary")),
                      oneLine(textAt(check, "hint"))});
    std::string out = table.draw(palette);
    const std::string overall = oneLine(textAt(result, "status"));
    if (!overall.empty()) out += concat({"\n", palette.label("overall:"), " ", palette.state(overall), "\n"});
    return out;
}

} // namespace venomx::client
