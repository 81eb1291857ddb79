// Tab stops, one bit a column. Owned by a Terminal.
#pragma once

#include <bitset>

#include "Screen.h"

namespace venomx::pane
{

class Tabs
{
public:
    Tabs() { reset(); }

    // A stop every 8 columns.
    void reset()
    {
        _stops.reset();
        for (std::size_t col = 8; col < _stops.size(); col += 8) _stops.set(col);
    }
    void clearAll() { _stops.reset(); }
    void set(int col, bool on) { _stops.set(static_cast<std::size_t>(col), on); }

    // The next stop right of `col`, at most `last`.
    int after(int col, int last) const
    {
        do ++col;
        while (col < last && !_stops.test(static_cast<std::size_t>(col)));
        return col < last ? col : last;
    }
    // The next stop left of `col`, at least `first`.
    int before(int col, int first) const
    {
        do --col;
        while (col > first && !_stops.test(static_cast<std::size_t>(col)));
        return col > first ? col : first;
    }

private:
    std::bitset<ScreenSize::most> _stops;
};

} // namespace venomx::pane
