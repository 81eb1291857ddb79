#include "client/render/Checks.h"

#include "client/Concat.h"
#include "client/Json.h"
#include "client/Text.h"
#include "client/render/Cell.h"
#include "client/render/Table.h"

#include <algorithm>
#include <utility>
#include <vector>

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
    const std::span<const Value> checks = itemsAt(result, "checks");
    const bool hints = std::ranges::any_of(checks, [](const Value& check) { return !textAt(check, "hint").empty(); });
    Table table;
    for (const char* heading : {"STATUS", "CHECK", "SUMMARY"}) table.addColumn(heading);
    if (hints) table.addColumn("WHAT TO DO");
    for (const Value& check : checks)
    {
        std::vector<std::string> cells{oneLine(textAt(check, "status")), oneLine(textAt(check, "name")), oneLine(textAt(check, "summary"))};
        if (hints) cells.push_back(oneLine(textAt(check, "hint")));
        table.addRow(std::move(cells));
    }
    std::string out = table.draw(palette);
    const std::string overall = oneLine(textAt(result, "status"));
    if (!overall.empty()) out += concat({"\n", palette.label("overall:"), " ", palette.state(overall), "\n"});
    return out;
}

} // namespace venomx::client
