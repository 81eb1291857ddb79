// The text of a row's cells as scrollback stores it: UTF-8, and cells that reading it would not give back marked and measured.
// Made for one line, in memory that its owner keeps. Owned by a Chunk's append(); its thread only.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "Palette.h"
#include "Utf8.h"
#include "Width.h"

namespace venomx::pane
{

class CellText
{
public:
    CellText(std::vector<char>& scratch, const Palette& palette) : _scratch(scratch), _palette(palette) {}

    std::size_t size() const { return _size; }
    bool wide() const { return _wide; }

    void add(std::span<const Cell> cells)
    {
        char* out = room(cells.size());
        for (const Cell& cell : cells)
        {
            if (cell.tail()) continue;
            _wide = _wide || cell.width() == 2;
            if (readsBack(cell))
            {
                out += encodeUtf8(static_cast<char32_t>(cell.glyph), out);
                continue;
            }
            _size = static_cast<std::size_t>(out - _scratch.data());
            addSpecial(cell);
            out = room(static_cast<std::size_t>(cells.data() + cells.size() - &cell));
        }
        _size = static_cast<std::size_t>(out - _scratch.data());
    }
    void addBlanks(std::size_t count)
    {
        std::fill_n(room(count), count, ' ');
        _size += count;
    }

private:
    // The place of the next character; there is room for `cells` of which each is a code point.
    char* room(std::size_t cells)
    {
        if (_scratch.size() < _size + cells * 4) _scratch.resize((_size + cells * 4) * 2);
        return _scratch.data() + _size;
    }
    // Reading the text alone gives the cell.
    static bool readsBack(const Cell& cell)
    {
        if (cell.glyph < 0x80) return true;
        return (cell.glyph & clusterBit) == 0 && propertiesOf(static_cast<char32_t>(cell.glyph)).width() == cell.width();
    }
    // Width, length, bytes: for what reading the text alone would not give back. No cell's text begins with a byte below 0x20.
    void addSpecial(const Cell& cell)
    {
        _text.clear();
        _palette.clusters.append(cell.glyph, _text);
        if (_scratch.size() < _size + _text.size() + 2) _scratch.resize(_scratch.size() * 2 + _text.size());
        _scratch[_size++] = static_cast<char>(cell.width());
        _scratch[_size++] = static_cast<char>(_text.size());
        std::copy(_text.begin(), _text.end(), _scratch.begin() + static_cast<std::ptrdiff_t>(_size));
        _size += _text.size();
    }

    std::vector<char>& _scratch;
    const Palette& _palette;
    std::string _text;
    std::size_t _size = 0;
    bool _wide = false;
};

} // namespace venomx::pane
