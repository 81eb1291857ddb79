// The lines that left the main screen at its top, oldest first, in chunks that are evicted whole. At least `limit` lines are kept and at
// most `limit` are shown; a limit of 0 keeps none. Memory has a bound of its own as well, for lines of the dearest kind.
// Lines are stored at the width they had and cut anew when they are read at another. Owned by a Terminal; its thread only.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <vector>

#include "Chunk.h"
#include "Line.h"

namespace venomx::pane
{

class Scrollback
{
public:
    static constexpr std::size_t dearestLine = 4'096; // bytes a line, on the average, that memory is bounded to

    explicit Scrollback(std::size_t limit) : _limit(limit) {}

    void push(const Row& row, int cols, const Palette& palette);
    void clear();

    std::size_t storedLines() const { return _lines < _limit ? _lines : _limit; }
    std::size_t bytes() const;
    bool lastWraps() const;
    // The last line does not go on below any more.
    void breakLast();
    // Appends the last stored line to `out`, whose pointers are good until dropLast() has taken it away. Needs storedLines() > 0.
    void decodeLast(StoredLine& out) const;
    void dropLast();

    std::size_t linesAt(int cols) const;
    // Visits, of the lines at the width `cols`, those that have from..to+1 lines at and after them, in order; from > to >= 0.
    void read(int cols, std::size_t from, std::size_t to, const std::function<void(const Line&)>& visit) const;
    // Visits each logical line, part of which was written at or after `since`. A last line that goes on below comes in any case, `open`.
    // Stops when `visit` gives false, and gives that back. Stored lines are numbered in the order in which they came, over all that have
    // gone: it begins at the line `from`, which it moves to the first line that it has not come to.
    bool logicalLines(std::uint64_t since, std::uint64_t& from,
                      const std::function<bool(std::string_view text, std::uint64_t written, bool open)>& visit) const;

private:
    struct Spot // a stored line
    {
        std::size_t chunk;
        std::size_t line;
        bool operator==(const Spot&) const = default;
    };

    Spot oldest() const;
    Spot end() const { return {_chunks.size(), 0}; }
    Spot at(std::uint64_t number) const;
    void next(Spot& spot) const;
    void previous(Spot& spot) const;
    StoredInfo info(Spot spot) const { return _chunks[spot.chunk].info(spot.line); }
    // The first stored line of the logical line that ends before `end`; and the end of the one that begins at `begin`.
    Spot groupBegin(Spot end) const;
    Spot groupEnd(Spot begin) const;
    void decodeGroup(Spot begin, Spot end, StoredLine& out) const;
    std::size_t rowsOf(Spot begin, Spot end, int cols) const;
    bool storedAt(int cols) const;
    void readAsStored(int cols, std::size_t from, std::size_t to, const std::function<void(const Line&)>& visit) const;
    void evict();
    Chunk& openChunk(const Row& row);

    // The last count of linesAt(): a capture asks several times.
    struct Counted
    {
        std::uint64_t changes = 0;
        int cols = 0;
        std::size_t rows = 0;
    };

    std::size_t _limit;
    std::uint64_t _changes = 0;
    mutable Counted _counted;
    std::size_t _lines = 0;
    std::uint64_t _gone = 0;      // lines that were evicted or cleared
    std::size_t _sealedBytes = 0; // of all chunks but the last
    std::uint32_t _generation = 0;
    std::deque<Chunk> _chunks;
    StyleNumbers _numbers;
    std::vector<char> _scratch;
};

} // namespace venomx::pane
