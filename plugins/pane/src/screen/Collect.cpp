// Freeing the numbers of styles, clusters and links that no cell uses any more. It happens between two characters, when every number
// in use stands in a grid or in the pen: no other place keeps one across characters.
#include <algorithm>

#include "Terminal.h"

namespace venomx::pane
{

namespace
{

struct Marks
{
    std::vector<bool> styles;
    std::vector<bool> clusters;
    std::size_t cells = 0;

    void markGrid(const Grid& grid, const Palette& palette)
    {
        for (int index = 0; index < grid.size().rows; ++index)
        {
            const Row& row = grid.row(index);
            styles[row.fill()] = true;
            cells += static_cast<std::size_t>(row.used());
            for (int col = 0; col < row.used(); ++col)
            {
                const Cell& cell = row.cells()[col];
                styles[cell.style()] = true;
                palette.clusters.mark(cell.glyph, clusters);
            }
        }
    }
};

} // namespace

void Terminal::collectIfCrowded()
{
    if (_palette.styles.crowded() || _palette.clusters.crowded() || _palette.links.crowded()) collect();
}

void Terminal::collect()
{
    Marks marks{.styles = std::vector<bool>(_palette.styles.capacity()), .clusters = _palette.clusters.unmarked()};
    marks.markGrid(_main, _palette);
    if (_alternate) marks.markGrid(*_alternate, _palette);
    std::vector<bool> links(_palette.links.capacity());
    links[_pen.link] = true;
    for (std::size_t id = 0; id < marks.styles.size(); ++id)
        if (marks.styles[id]) links[_palette.styles[static_cast<StyleId>(id)].link] = true;
    // With a big screen a collection is dear, so more has to come before the next one.
    _palette.styles.collect(marks.styles, std::max<std::size_t>(1'024, marks.cells / 8));
    _palette.clusters.collect(marks.clusters);
    _palette.links.collect(links);
    ++_palette.generation;
    _sgrs.clear();
    _penChanged = true;
}

} // namespace venomx::pane
