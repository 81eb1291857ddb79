// What the numbers in cells stand for: styles, grapheme clusters and hyperlinks of one screen. All three tables are bounded:
// styles by collection against the cells in use, clusters and links by collection and a hard limit, past which a cluster keeps only
// what it had and a link is not kept. Owned by one screen; its thread only.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "Cell.h"
#include "Interned.h"
#include "Style.h"

namespace venomx::pane
{

struct StyleHash
{
    std::uint64_t operator()(const Style& style) const
    {
        // Two products at once, each of which spreads its half: dense colour looks a style up for every character.
        const std::uint64_t colors = std::uint64_t{style.foreground.packed} << 32 | style.background.packed;
        const std::uint64_t rest = std::uint64_t{style.underlineColor.packed} << 32 | style.link;
        const std::uint64_t attributes = std::uint64_t{style.flags} << 8 | static_cast<std::uint64_t>(style.underline);
        const std::uint64_t sum = (colors ^ colors >> 32) * 0x9E3779B97F4A7C15u + (rest ^ attributes << 16) * 0xC2B2AE3D27D4EB4Fu;
        return sum ^ sum >> 32;
    }
};

using Styles = Interned<Style, StyleHash>;

// A cluster is its parent (a code point or a shorter cluster) and one code point more.
struct Cluster
{
    Glyph parent = 0;
    char32_t last = 0;
    std::uint8_t length = 0; // code points
    std::uint8_t width = 0;

    bool operator==(const Cluster&) const = default;
};

struct ClusterHash
{
    std::uint64_t operator()(const Cluster& cluster) const
    {
        return mixBits((std::uint64_t{cluster.parent} << 32 | static_cast<std::uint32_t>(cluster.last)) ^ cluster.width);
    }
};

class Clusters
{
public:
    static constexpr int longest = 24; // code points: no emoji sequence that Unicode recommends is half as long
    static constexpr std::size_t most = 65'536;

    // The glyph of `base` with `next` joined to it; `base` itself where a limit is reached.
    Glyph join(Glyph base, char32_t next, int width);
    int length(Glyph glyph) const { return (glyph & clusterBit) != 0 ? _table[glyph & ~clusterBit].length : 1; }
    int width(Glyph glyph) const;
    void append(Glyph glyph, std::string& text) const;

    bool crowded() const { return _table.crowded() || _refused >= patience; }
    std::size_t live() const { return _table.live(); }
    std::vector<bool> unmarked() const { return std::vector<bool>(_table.capacity()); }
    void mark(Glyph glyph, std::vector<bool>& marked) const;
    void collect(const std::vector<bool>& marked);

private:
    static constexpr int patience = 1024; // refusals after which a full table is worth another collection

    Interned<Cluster, ClusterHash> _table;
    int _refused = 0;
};

class Links
{
public:
    static constexpr std::size_t longest = 2'048; // bytes of one address
    static constexpr std::size_t most = 1u << 20; // bytes of all addresses

    // 0, no link, for an empty or too long address or when the table is full.
    std::uint32_t intern(std::string_view address);
    const std::string& operator[](std::uint32_t link) const { return _table[link]; }

    bool crowded() const { return _table.crowded() || _refused >= patience; }
    std::size_t capacity() const { return _table.capacity(); }
    void collect(const std::vector<bool>& marked);

private:
    static constexpr int patience = 64;

    Interned<std::string, std::hash<std::string>> _table;
    std::size_t _bytes = 0;
    int _refused = 0;
};

struct Palette
{
    Styles styles;
    Clusters clusters;
    Links links;
    std::uint32_t generation = 0; // counts collections: numbers remembered from before one are void
};

} // namespace venomx::pane
