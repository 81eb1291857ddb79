#include "kernel/authority/ResourceIndex.h"

namespace venomx::kernel
{

bool Lineage::isOrStandsIn(const ResourceId& other) const
{
    for (const Lineage* at = this; at != nullptr; at = at->parent.get())
        if (at->id == other) return true;
    return false;
}

ResourceId ResourceIndex::allocate(ResourceKind kind)
{
    return {kind, _next.at(static_cast<std::size_t>(kind))++};
}

void ResourceIndex::created(ResourceId id, std::optional<ResourceId> parent, PrincipalId creator, std::optional<PrincipalId> own)
{
    auto lineage = std::make_shared<const Lineage>(
        Lineage{.id = id, .parent = parent ? find(*parent) : nullptr, .creator = _ancestry.find(creator), .own = own});
    const auto [entry, fresh] = _entries.try_emplace(id);
    entry->second.lineage = std::move(lineage);
    if (fresh) ++_counts.at(static_cast<std::size_t>(id.kind));
}

void ResourceIndex::removed(ResourceId id)
{
    const auto found = _entries.find(id);
    if (found == _entries.end()) return;
    unname(id, found->second.name);
    _recalled.insert_or_assign(id, std::move(found->second.lineage));
    _recalledOrder.push_back(id);
    if (_recalledOrder.size() > kRecalled)
    {
        _recalled.erase(_recalledOrder.front());
        _recalledOrder.pop_front();
    }
    _entries.erase(found);
    --_counts.at(static_cast<std::size_t>(id.kind));
    if (_onRemoved) _onRemoved(id);
}

void ResourceIndex::named(ResourceId id, std::string_view name)
{
    const auto found = _entries.find(id);
    if (found == _entries.end()) return;
    unname(id, found->second.name);
    found->second.name = name;
    if (!name.empty()) _names.insert_or_assign({id.kind, std::string{name}}, id);
}

void ResourceIndex::unname(const ResourceId& id, const std::string& name)
{
    const auto found = _names.find(std::pair{id.kind, name});
    if (found != _names.end() && found->second == id) _names.erase(found);
}

bool ResourceIndex::exists(ResourceId id) const
{
    return _entries.contains(id);
}

LineagePtr ResourceIndex::find(ResourceId id) const
{
    const auto found = _entries.find(id);
    return found == _entries.end() ? nullptr : found->second.lineage;
}

LineagePtr ResourceIndex::recall(ResourceId id) const
{
    if (LineagePtr living = find(id)) return living;
    const auto found = _recalled.find(id);
    return found == _recalled.end() ? nullptr : found->second;
}

std::optional<ResourceId> ResourceIndex::byName(ResourceKind kind, std::string_view name) const
{
    const auto found = _names.find(std::pair{kind, std::string{name}});
    return found == _names.end() ? std::nullopt : std::optional{found->second};
}

void ResourceIndex::forEach(const std::function<void(const Lineage&)>& visit) const
{
    for (const auto& [id, entry] : _entries) visit(*entry.lineage);
}

} // namespace venomx::kernel
