// Cutting logical lines into rows of another width. Pure functions on rows that the caller owns.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "Palette.h"
#include "Row.h"

namespace venomx::pane
{

// The first cell after the row that begins with `begin`: as many as fit into `cols`, at least one.
template <class WidthOf>
std::size_t fitRow(std::size_t begin, std::size_t count, int cols, WidthOf&& widthOf)
{
    int col = 0;
    std::size_t at = begin;
    while (at < count && (at == begin || col + widthOf(at) <= cols)) col += widthOf(at++);
    return at;
}

// A place that follows its character through a reflow. A column equal to the width is the place behind a full row.
struct Point
{
    int row;
    int col;
    bool reached = true; // its line is at least as long; else it keeps its distance to a shorter line's end as far as there is room
};

// A logical line without the tails of wide characters, and where it stands for points.
struct FlatLine
{
    struct Mark
    {
        std::size_t cell;
        Point* point;
        int beyond; // columns between the line's end and the point
    };

    std::vector<Cell> cells;
    std::vector<Mark> marks;
    StyleId fill = 0;
    std::uint64_t written = 0;
    bool open = false; // goes on below its last row
};

// Appends the rows of `line` at the width `cols` and moves its marks' points there.
void layOut(const FlatLine& line, int cols, const Clusters& clusters, std::vector<Row>& rows);

// All of `rows`, of the width `from`, at the width `to`; the first one goes on with `head`. Points in rows that are not there keep their
// distance to the end.
std::vector<Row> reflow(FlatLine head, const std::vector<Row>& rows, int from, int to, const Clusters& clusters, std::span<Point> points);

} // namespace venomx::pane
