// The service Resources: what exists, where it stands and who made it; the ground on which authority is judged.
// A thing's lineage never changes and may outlive it (in events about it, and here for a while after its removal, so that the
// event which tells of the removal still finds its readers). Control loop only.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <venomx/sdk/services/resources.h>

#include "kernel/authority/Ancestry.h"

namespace venomx::kernel
{

/// A thing, the things that hold it, and who made each.
struct Lineage
{
    ResourceId id;
    std::shared_ptr<const Lineage> parent;
    std::shared_ptr<Ancestor> creator; ///< nullptr: its creator had ended already
    std::optional<PrincipalId> own;    ///< the pane's own principal

    /// Is it `other`, or does it stand in it?
    [[nodiscard]] bool isOrStandsIn(const ResourceId& other) const;
};
using LineagePtr = std::shared_ptr<const Lineage>;

class ResourceIndex final : public Resources
{
public:
    explicit ResourceIndex(const Ancestry& ancestry) : _ancestry(ancestry) {}

    [[nodiscard]] ResourceId allocate(ResourceKind kind) override;
    void created(ResourceId id, std::optional<ResourceId> parent, PrincipalId creator, std::optional<PrincipalId> own) override;
    void removed(ResourceId id) override;
    void named(ResourceId id, std::string_view name) override;
    [[nodiscard]] bool exists(ResourceId id) const override;

    /// Of what exists; nullptr otherwise.
    [[nodiscard]] LineagePtr find(ResourceId id) const;
    /// The same, and of what was removed lately.
    [[nodiscard]] LineagePtr recall(ResourceId id) const;
    [[nodiscard]] std::optional<ResourceId> byName(ResourceKind kind, std::string_view name) const;
    void forEach(const std::function<void(const Lineage&)>& visit) const;
    [[nodiscard]] std::size_t count(ResourceKind kind) const { return _counts.at(static_cast<std::size_t>(kind)); }

    /// Told of each removal.
    void onRemoved(std::function<void(ResourceId)> told) { _onRemoved = std::move(told); }

private:
    static constexpr std::size_t kRecalled = 1024;

    struct Hash
    {
        std::size_t operator()(const ResourceId& id) const
        {
            return std::hash<std::uint64_t>{}(id.number * 4 + static_cast<std::uint64_t>(id.kind));
        }
    };
    struct Entry
    {
        LineagePtr lineage;
        std::string name;
    };
    void unname(const ResourceId& id, const std::string& name);

    const Ancestry& _ancestry;
    std::array<std::uint64_t, 3> _next{};
    std::array<std::size_t, 3> _counts{};
    std::unordered_map<ResourceId, Entry, Hash> _entries;
    std::map<std::pair<ResourceKind, std::string>, ResourceId, std::less<>> _names;
    std::unordered_map<ResourceId, LineagePtr, Hash> _recalled;
    std::deque<ResourceId> _recalledOrder;
    std::function<void(ResourceId)> _onRemoved;
};

} // namespace venomx::kernel
