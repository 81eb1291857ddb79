#include "Palette.h"

#include "Utf8.h"
#include "Width.h"

namespace venomx::pane
{

Glyph Clusters::join(Glyph base, char32_t next, int width)
{
    const int length = this->length(base);
    if (length >= longest) return base;
    if (_table.live() >= most)
    {
        ++_refused;
        return base;
    }
    const Cluster cluster{
        .parent = base,
        .last = next,
        .length = static_cast<std::uint8_t>(length + 1),
        .width = static_cast<std::uint8_t>(width),
    };
    return _table.intern(cluster) | clusterBit;
}

int Clusters::width(Glyph glyph) const
{
    if ((glyph & clusterBit) != 0) return _table[glyph & ~clusterBit].width;
    const int width = propertiesOf(static_cast<char32_t>(glyph)).width();
    return width == 0 ? 1 : width;
}

void Clusters::append(Glyph glyph, std::string& text) const
{
    char32_t reversed[longest];
    int count = 0;
    for (; (glyph & clusterBit) != 0; glyph = _table[glyph & ~clusterBit].parent) reversed[count++] = _table[glyph & ~clusterBit].last;
    appendUtf8(text, static_cast<char32_t>(glyph));
    while (count > 0) appendUtf8(text, reversed[--count]);
}

void Clusters::mark(Glyph glyph, std::vector<bool>& marked) const
{
    for (; (glyph & clusterBit) != 0; glyph = _table[glyph & ~clusterBit].parent)
    {
        if (marked[glyph & ~clusterBit]) return;
        marked[glyph & ~clusterBit] = true;
    }
}

void Clusters::collect(const std::vector<bool>& marked)
{
    _table.collect(marked, 1024);
    _refused = 0;
}

std::uint32_t Links::intern(std::string_view address)
{
    if (address.empty() || address.size() > longest) return 0;
    if (_bytes + address.size() > most)
    {
        ++_refused;
        return 0;
    }
    const std::size_t before = _table.live();
    const std::uint32_t link = _table.intern(std::string(address));
    if (_table.live() != before) _bytes += address.size();
    return link;
}

void Links::collect(const std::vector<bool>& marked)
{
    _table.collect(marked, 1024);
    _refused = 0;
    _bytes = 0;
    for (std::uint32_t link = 1; link < _table.capacity(); ++link) _bytes += _table[link].size();
}

} // namespace venomx::pane
