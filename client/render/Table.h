// Rows of text in aligned columns. Built and drawn by one thread.
#pragma once

#include "client/render/Palette.h"

#include <string>
#include <vector>

namespace venomx::client
{

class Table
{
public:
    enum class Align : std::uint8_t
    {
        left,
        right
    };

    void addColumn(std::string heading, Align align = Align::left);
    /// One cell a column.
    void addRow(std::vector<std::string> cells);
    /// Two blanks between columns, none at a line's end. Words in the columns that say a state are coloured.
    [[nodiscard]] std::string draw(const Palette& palette) const;

private:
    struct Column
    {
        std::string heading;
        Align align{Align::left};
        std::size_t width{0};
    };
    void drawLine(std::string& out, const std::vector<std::string>& cells, const std::vector<std::string>& shown) const;

    std::vector<Column> _columns;
    std::vector<std::vector<std::string>> _rows;
};

} // namespace venomx::client
