// What the last sequences `CSI … m` made of which pen, by the bytes of their parameters: colourful output says the same few over and
// over, and a look here is a third of the work of reading them. Fixed in size, and none before a screen has had many of them.
// Style numbers in it are void after a collection: clear() it then. Owned by a Terminal; its thread only.
#pragma once

#include <optional>
#include <vector>

#include "ByteRuns.h"
#include "Cell.h"

namespace venomx::pane
{

class SgrCache
{
public:
    // What `params` make of the pen `before`, if that is remembered; if not, the next keep() is about it.
    std::optional<StyleId> find(const ParameterText& params, StyleId before)
    {
        Entry* const two = &_entries[place(params, before) * 2];
        for (const Entry* entry : {two, two + 1})
            if (entry->before == before && entry->params == params) return entry->after;
        two[1] = two[0];
        two[0] = {.params = params, .before = before};
        _missed = two;
        return std::nullopt;
    }
    bool missed() const { return _missed != nullptr; }
    void keep(StyleId after)
    {
        if (_missed != nullptr) _missed->after = after;
        _missed = nullptr;
    }
    void clear()
    {
        for (Entry& entry : _entries) entry = {};
        _missed = nullptr;
    }
    // Counts the sequences until they are so many that the cache is worth its memory.
    bool inUse()
    {
        if (!_entries.empty()) return true;
        if (++_sequences == worthIt) _entries.resize(std::size_t{2} << placeBits);
        return false;
    }

private:
    static constexpr int placeBits = 9; // two entries a place
    static constexpr int worthIt = 1'024;

    struct Entry
    {
        ParameterText params; // all zero: free, for no sequence without parameters is looked for
        StyleId before = 0;
        StyleId after = 0;
    };

    static std::size_t place(const ParameterText& params, StyleId before)
    {
        const std::uint64_t sum = params.first * 0x9E3779B97F4A7C15u + params.second * 0xC2B2AE3D27D4EB4Fu +
                                  params.third * 0x165667B19E3779F9u + before * 0x27D4EB2F165667C5u;
        return static_cast<std::size_t>((sum ^ sum >> 29) * 0x9E3779B97F4A7C15u >> (64 - placeBits));
    }

    std::vector<Entry> _entries;
    Entry* _missed = nullptr;
    int _sequences = 0;
};

} // namespace venomx::pane
