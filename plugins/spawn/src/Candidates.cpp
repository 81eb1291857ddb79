#include "Candidates.h"

#include <algorithm>
#include <unistd.h>

namespace venomx::spawn
{
namespace
{

constexpr std::size_t kLongest = 4095;

/// An empty path has one entry, an empty one.
template <class Use>
void eachEntry(std::string_view path, Use&& use)
{
    while (true)
    {
        const std::size_t end = path.find(':');
        use(path.substr(0, end));
        if (end == std::string_view::npos) return;
        path.remove_prefix(end + 1);
    }
}

VENOMX_CHILD_CODE char* append(char* end, std::string_view text) noexcept
{
    for (const char c : text) *end++ = c;
    return end;
}

} // namespace

Candidates findCandidates(Arena& arena, std::string_view name, std::optional<std::string_view> path, std::string_view fallback)
{
    Candidates found;
    if (name.find('/') != std::string_view::npos)
    {
        found.file = arena.copyZ(name);
        return found;
    }
    const std::string_view searched = path.value_or(fallback);
    const auto folders = arena.array<std::string_view>(static_cast<std::size_t>(std::ranges::count(searched, ':')) + 1);
    eachEntry(searched,
              [&](std::string_view entry)
              {
                  if (entry.starts_with('/') && entry.size() + 1 + name.size() <= kLongest) folders[found.count++] = entry;
              });
    found.folders = folders.data();
    found.name = name;
    found.room = arena.array<char>(kLongest + 1).data();
    return found;
}

VENOMX_CHILD_CODE const char* candidate(const Candidates& candidates, std::size_t number) noexcept
{
    if (candidates.file != nullptr) return number == 0 ? candidates.file : nullptr;
    if (number >= candidates.count) return nullptr;
    char* end = append(candidates.room, candidates.folders[number]);
    *end++ = '/';
    *append(end, candidates.name) = '\0';
    return candidates.room;
}

std::string systemPath()
{
    const std::size_t size = ::confstr(_CS_PATH, nullptr, 0);
    if (size == 0) return "/bin:/usr/bin";
    std::string path(size, '\0');
    ::confstr(_CS_PATH, path.data(), size);
    path.resize(size - 1);
    return path;
}

PathShape shapeOf(std::string_view path)
{
    PathShape shape;
    eachEntry(path,
              [&](std::string_view entry)
              {
                  ++shape.entries;
                  if (entry.empty())
                      ++shape.empty;
                  else if (entry.front() != '/')
                      ++shape.relative;
              });
    return shape;
}

} // namespace venomx::spawn
