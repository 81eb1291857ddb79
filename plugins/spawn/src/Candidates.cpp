#include "Candidates.h"

#include <algorithm>
#include <cstring>
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

const char* join(Arena& arena, std::string_view entry, std::string_view name)
{
    auto* text = static_cast<char*>(arena.allocate(entry.size() + name.size() + 2, 1));
    std::memcpy(text, entry.data(), entry.size());
    text[entry.size()] = '/';
    std::memcpy(text + entry.size() + 1, name.data(), name.size());
    text[entry.size() + 1 + name.size()] = '\0';
    return text;
}

} // namespace

const char* const* findCandidates(Arena& arena, std::string_view name, std::optional<std::string_view> path, std::string_view fallback)
{
    if (name.find('/') != std::string_view::npos)
    {
        const auto list = arena.array<const char*>(2);
        list[0] = arena.copyZ(name);
        return list.data();
    }
    const std::string_view searched = path.value_or(fallback);
    const auto colons = static_cast<std::size_t>(std::ranges::count(searched, ':'));
    const auto list = arena.array<const char*>(colons + 2);
    std::size_t count = 0;
    eachEntry(searched,
              [&](std::string_view entry)
              {
                  if (entry.starts_with('/') && entry.size() + 1 + name.size() <= kLongest) list[count++] = join(arena, entry, name);
              });
    return list.data();
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
