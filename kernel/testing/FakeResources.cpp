#include <venomx/sdk/testing/fake_resources.h>

#include <algorithm>
#include <stdexcept>

namespace venomx::testing
{
namespace
{

void expect(bool holds, ResourceId id, const char* otherwise)
{
    if (!holds) throw std::logic_error(id.str() + ' ' + otherwise);
}

} // namespace

ResourceId FakeResources::allocate(ResourceKind kind)
{
    return {kind, _next[kind]++};
}

void FakeResources::created(ResourceId id, std::optional<ResourceId> parent, PrincipalId creator, std::optional<PrincipalId> own)
{
    expect(id.number < _next[id.kind], id, "was not allocated");
    expect(!parent || exists(*parent), id, "has a parent that does not exist");
    expect((id.kind != ResourceKind::session) == parent.has_value(), id, "has a parent and should not, or the other way round");
    expect(_entries.emplace(id, Entry{.parent = parent, .creator = creator, .own = own, .name = {}}).second, id, "was created twice");
}

void FakeResources::removed(ResourceId id)
{
    expect(_entries.erase(id) == 1, id, "was removed but does not exist");
    const auto child = [&](const auto& entry) { return entry.second.parent == id; };
    expect(std::ranges::none_of(_entries, child), id, "went before what is in it");
}

void FakeResources::named(ResourceId id, std::string_view name)
{
    expect(_entries.contains(id), id, "was named but does not exist");
    _entries[id].name = name;
}

std::optional<ResourceId> FakeResources::resolve(std::string_view text) const
{
    if (const auto id = ResourceId::parse(text); id && exists(*id)) return id;
    for (const auto& [id, entry] : _entries)
        if (!entry.name.empty() && entry.name == text) return id;
    return std::nullopt;
}

} // namespace venomx::testing
