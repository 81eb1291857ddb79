// The kernel's index for tests: it holds reports to their rules, and throws std::logic_error at the reporter for one that
// breaks them (an id that was not allocated, a parent that is not there, a thing that goes before what is in it).
// Control loop only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <venomx/sdk/services/resources.h>

namespace venomx::testing
{

class FakeResources : public Resources
{
public:
    struct Entry
    {
        std::optional<ResourceId> parent;
        PrincipalId creator;
        std::optional<PrincipalId> own;
        std::string name;
    };

    [[nodiscard]] ResourceId allocate(ResourceKind kind) override;
    void created(ResourceId id, std::optional<ResourceId> parent, PrincipalId creator, std::optional<PrincipalId> own) override;
    void removed(ResourceId id) override;
    void named(ResourceId id, std::string_view name) override;
    [[nodiscard]] bool exists(ResourceId id) const override { return _entries.contains(id) || _scenery.contains(id); }

    /// Makes something exist that is none of the plugin's doing; it is not among the entries.
    void plant(ResourceId id) { _scenery.insert(id); }
    [[nodiscard]] const std::map<ResourceId, Entry>& entries() const { return _entries; }
    /// Throws std::out_of_range.
    [[nodiscard]] const Entry& at(ResourceId id) const { return _entries.at(id); }
    [[nodiscard]] std::size_t size() const { return _entries.size(); }
    /// How many ids of a kind were used up.
    [[nodiscard]] std::size_t used(ResourceKind kind) const { return _next.contains(kind) ? _next.at(kind) : 0; }
    /// By id, or by a session's name.
    [[nodiscard]] std::optional<ResourceId> resolve(std::string_view text) const;

private:
    std::map<ResourceId, Entry> _entries;
    std::set<ResourceId> _scenery;
    std::map<ResourceKind, std::uint64_t> _next;
};

} // namespace venomx::testing
