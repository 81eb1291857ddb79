#include <algorithm>
#include <tuple>

#include "Reflow.h"
#include "Scrollback.h"

namespace venomx::pane
{

namespace
{

void buildLine(const StoredLine& stored, std::size_t begin, std::size_t end, int cols, Line& line)
{
    line.clear();
    for (std::size_t index = begin; index < end; ++index)
    {
        const StoredCell& cell = stored.cells[index];
        line.append(std::string_view(stored.text).substr(cell.at, cell.bytes), std::min<int>(cell.width, cols), *cell.style, *cell.link);
    }
    line.wrapped = end < stored.cells.size() || stored.wrapped;
    line.written = stored.written;
}

// The end of the row that begins with cell `begin`.
std::size_t rowEnd(const StoredLine& stored, std::size_t begin, int cols)
{
    return fitRow(begin, stored.cells.size(), cols, [&](std::size_t index) { return int{stored.cells[index].width}; });
}

} // namespace

Scrollback::Spot Scrollback::oldest() const
{
    return {0, _lines - storedLines()};
}

void Scrollback::next(Spot& spot) const
{
    if (++spot.line < _chunks[spot.chunk].lines()) return;
    ++spot.chunk;
    spot.line = 0;
}

void Scrollback::previous(Spot& spot) const
{
    if (spot.line == 0) spot.line = _chunks[--spot.chunk].lines();
    --spot.line;
}

Scrollback::Spot Scrollback::groupBegin(Spot end) const
{
    const Spot first = oldest();
    previous(end);
    while (end != first)
    {
        Spot before = end;
        previous(before);
        if (!info(before).wrapped) break;
        end = before;
    }
    return end;
}

Scrollback::Spot Scrollback::groupEnd(Spot begin) const
{
    while (begin != end())
    {
        const bool wrapped = info(begin).wrapped;
        next(begin);
        if (!wrapped) break;
    }
    return begin;
}

void Scrollback::decodeGroup(Spot begin, Spot end, StoredLine& out) const
{
    out.clear();
    for (; begin != end; next(begin)) _chunks[begin.chunk].decode(begin.line, out);
}

std::size_t Scrollback::rowsOf(Spot begin, Spot end, int cols) const
{
    std::size_t width = 0;
    bool wide = false;
    for (Spot spot = begin; spot != end; next(spot))
    {
        const StoredInfo found = info(spot);
        width += static_cast<std::size_t>(found.width);
        wide = wide || found.wide;
    }
    const auto divisor = static_cast<std::size_t>(cols);
    if (!wide) return std::max<std::size_t>(1, (width + divisor - 1) / divisor);
    StoredLine stored;
    decodeGroup(begin, end, stored);
    std::size_t rows = 0;
    for (std::size_t cell = 0; cell < stored.cells.size(); ++rows) cell = rowEnd(stored, cell, cols);
    return rows;
}

bool Scrollback::storedAt(int cols) const
{
    return std::all_of(_chunks.begin(), _chunks.end(), [cols](const Chunk& chunk) { return chunk.cols() == cols; });
}

std::size_t Scrollback::linesAt(int cols) const
{
    if (_lines == 0 || storedAt(cols)) return storedLines();
    if (_counted.changes == _changes && _counted.cols == cols) return _counted.rows;
    std::size_t rows = 0;
    for (Spot begin = oldest(); begin != end();)
    {
        const Spot after = groupEnd(begin);
        rows += rowsOf(begin, after, cols);
        begin = after;
    }
    _counted = {.changes = _changes, .cols = cols, .rows = rows};
    return rows;
}

void Scrollback::readAsStored(int cols, std::size_t from, std::size_t to, const std::function<void(const Line&)>& visit) const
{
    Spot spot = at(_gone + _lines - from);
    StoredLine stored;
    Line line;
    for (; from > to; --from, next(spot))
    {
        if (!_chunks[spot.chunk].readAscii(spot.line, line))
        {
            stored.clear();
            _chunks[spot.chunk].decode(spot.line, stored);
            buildLine(stored, 0, stored.cells.size(), cols, line);
        }
        visit(line);
    }
}

void Scrollback::read(int cols, std::size_t from, std::size_t to, const std::function<void(const Line&)>& visit) const
{
    from = std::min(from, linesAt(cols));
    if (from <= to) return;
    if (storedAt(cols)) return readAsStored(cols, from, to, visit);
    Spot begin = end();
    std::size_t rows = 0; // from `begin` to the end
    while (rows < from)
    {
        const Spot first = groupBegin(begin);
        rows += rowsOf(first, begin, cols);
        begin = first;
    }
    StoredLine stored;
    Line line;
    while (rows > to)
    {
        const Spot after = groupEnd(begin);
        decodeGroup(begin, after, stored);
        begin = after;
        std::size_t cell = 0;
        do {
            const std::size_t stop = rowEnd(stored, cell, cols);
            if (rows <= from && rows > to)
            {
                buildLine(stored, cell, stop, cols, line);
                visit(line);
            }
            cell = stop;
            --rows;
        } while (cell < stored.cells.size());
    }
}

// The end, for one that has not come yet.
Scrollback::Spot Scrollback::at(std::uint64_t number) const
{
    Spot spot{0, static_cast<std::size_t>(number - std::min(number, _gone))};
    while (spot.chunk < _chunks.size() && spot.line >= _chunks[spot.chunk].lines()) spot.line -= _chunks[spot.chunk++].lines();
    return spot.chunk < _chunks.size() ? spot : end();
}

bool Scrollback::logicalLines(std::uint64_t since, std::uint64_t& from,
                              const std::function<bool(std::string_view text, std::uint64_t written, bool open)>& visit) const
{
    if (_lines == 0) return true;
    const auto late = std::find_if(_chunks.begin(), _chunks.end(), [since](const Chunk& chunk) { return chunk.latest() >= since; });
    Spot begin = oldest();
    if (late != _chunks.begin())
    {
        const Spot after{static_cast<std::size_t>(late - _chunks.begin()), 0};
        begin = groupBegin(after);
    }
    if (const Spot wanted = at(from); std::tie(begin.chunk, begin.line) < std::tie(wanted.chunk, wanted.line)) begin = wanted;
    from = _gone + begin.line;
    for (std::size_t chunk = 0; chunk < begin.chunk; ++chunk) from += _chunks[chunk].lines();
    StoredLine stored;
    while (begin != end())
    {
        const Spot after = groupEnd(begin);
        std::uint64_t written = 0;
        for (Spot spot = begin; spot != after; next(spot), ++from) written = std::max(written, _chunks[spot.chunk].written(spot.line));
        const bool open = after == end() && lastWraps();
        if (written >= since || open)
        {
            decodeGroup(begin, after, stored);
            if (!visit(stored.text, written, open)) return false;
        }
        begin = after;
    }
    return true;
}

} // namespace venomx::pane
