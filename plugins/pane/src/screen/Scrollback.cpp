#include "Scrollback.h"

namespace venomx::pane
{

Chunk& Scrollback::openChunk(const Row& row)
{
    if (!_chunks.empty() && (_chunks.back().lines() == 0 || _chunks.back().hasRoomFor(row))) return _chunks.back();
    const bool first = _chunks.empty();
    if (!first) _sealedBytes += _chunks.back().bytes();
    Chunk& chunk = _chunks.emplace_back();
    if (!first) chunk.reserve(); // the first one grows, for panes that say little
    _numbers.reset();
    return chunk;
}

void Scrollback::push(const Row& row, int cols, const Palette& palette)
{
    if (_limit == 0) return;
    if (_generation != palette.generation)
    {
        _generation = palette.generation;
        _numbers.reset();
    }
    openChunk(row).append(row, cols, palette, _numbers, _scratch);
    ++_lines;
    ++_changes;
    if (_chunks.size() > 1) evict();
}

void Scrollback::evict()
{
    while (_chunks.size() > 1 && (_lines - _chunks.front().lines() >= _limit || _sealedBytes > _limit * dearestLine + Chunk::target))
    {
        _lines -= _chunks.front().lines();
        _gone += _chunks.front().lines();
        _sealedBytes -= _chunks.front().bytes();
        _chunks.pop_front();
    }
}

void Scrollback::clear()
{
    _chunks.clear();
    ++_changes;
    _gone += _lines;
    _lines = 0;
    _sealedBytes = 0;
}

std::size_t Scrollback::bytes() const
{
    return _chunks.empty() ? 0 : _sealedBytes + _chunks.back().bytes();
}

bool Scrollback::lastWraps() const
{
    return _lines > 0 && _chunks.back().info(_chunks.back().lines() - 1).wrapped;
}

void Scrollback::breakLast()
{
    if (_lines == 0) return;
    _chunks.back().breakLast();
    ++_changes;
}

void Scrollback::decodeLast(StoredLine& out) const
{
    _chunks.back().decode(_chunks.back().lines() - 1, out);
}

void Scrollback::dropLast()
{
    _chunks.back().removeLast();
    --_lines;
    ++_changes;
    if (_chunks.back().lines() > 0) return;
    _chunks.pop_back();
    _numbers.reset();
    if (!_chunks.empty()) _sealedBytes -= _chunks.back().bytes();
}

} // namespace venomx::pane
