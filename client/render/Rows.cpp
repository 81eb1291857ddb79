#include "client/Text.h"
#include "client/render/Cell.h"
#include "client/render/Render.h"
#include "client/render/Table.h"

#include <algorithm>
#include <vector>

namespace venomx::client
{
namespace
{

constexpr std::size_t kWidestNested = 40;

bool contains(const std::vector<std::string_view>& names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

/// The spec's fields that some row has, then what else the rows have.
std::vector<std::string_view> columnsOf(std::span<const Value> rows, const TypeView& item)
{
    std::vector<std::string_view> names;
    for (const ParamView& field : item.fields())
        if (std::ranges::any_of(rows, [&](const Value& row) { return row.find(field.name()) != nullptr; })) names.push_back(field.name());
    for (const Value& row : rows)
        for (const Member& member : row.members())
            if (!contains(names, member.name)) names.push_back(member.name);
    return names;
}

bool isNumber(const Value& value)
{
    return value.is(Value::Kind::integer) || value.is(Value::Kind::bigInteger) || value.is(Value::Kind::real);
}

bool allNumbers(std::span<const Value> rows, std::string_view name)
{
    return std::ranges::all_of(rows,
                               [&](const Value& row)
                               {
                                   const Value* value = row.find(name);
                                   return value == nullptr || isNumber(*value);
                               });
}

std::string headingOf(std::string_view name)
{
    std::string heading = oneLine(name);
    for (char& letter : heading)
        if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
    return heading;
}

std::string cellOf(const Value& row, std::string_view name, bool terminal)
{
    const Value* value = row.find(name);
    if (value == nullptr) return "-";
    return terminal && isNested(*value) ? cut(cellText(*value), kWidestNested) : cellText(*value);
}

} // namespace

std::string renderRows(std::span<const Value> rows, const TypeView& item, const Look& look)
{
    Table table;
    const std::vector<std::string_view> names = columnsOf(rows, item);
    for (const std::string_view name : names)
        table.addColumn(headingOf(name), allNumbers(rows, name) ? Table::Align::right : Table::Align::left);
    for (const Value& row : rows)
    {
        std::vector<std::string> cells;
        cells.reserve(names.size());
        for (const std::string_view name : names) cells.push_back(cellOf(row, name, look.terminal));
        table.addRow(std::move(cells));
    }
    return table.draw(look.palette);
}

} // namespace venomx::client
