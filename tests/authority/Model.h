// What authority.md says, as a model to hold the kernel to: plain tables and one rule, slow and easy to read. And a random
// world in both: the kernel's own index, principals and ancestry, and the model's tables. For property tests; one thread.
#pragma once

#include "AuthorityRoom.h"

#include <map>
#include <random>
#include <string>
#include <vector>

namespace venomx::tests
{

struct ModelThing
{
    std::optional<ResourceId> parent;
    PrincipalId creator;
    std::optional<PrincipalId> own; ///< a pane's own principal
    std::string name{};             ///< a session's
};

class Model
{
public:
    std::map<ResourceId, ModelThing> things;                  ///< that exist
    std::map<PrincipalId, PrincipalId> creators;              ///< also of principals that ended
    std::map<PrincipalId, std::vector<kernel::Grant>> grants; ///< of those that live

    /// No `on`, or one that does not exist: covered by `*` alone.
    [[nodiscard]] bool may(PrincipalId who, Right right, std::optional<ResourceId> on) const;
    /// The existing thing that `text` means to `who`.
    [[nodiscard]] std::optional<ResourceId> meant(PrincipalId who, ResourceKind kind, const std::string& text) const;
    /// The index of the first grant that `caller` may not hand over, or the number of them.
    [[nodiscard]] std::size_t firstUncovered(PrincipalId caller, const std::vector<kernel::Grant>& asked) const;
    [[nodiscard]] bool isOrDescends(PrincipalId who, PrincipalId from) const;

private:
    [[nodiscard]] bool covers(const kernel::Grant& grant, PrincipalId holder, ResourceId on) const;
};

/// Sessions, windows, panes and principals, made and ended at random, the same in the kernel and in the model.
class RandomWorld
{
public:
    explicit RandomWorld(unsigned seed) : _random(seed) {}

    void build(int steps);

    [[nodiscard]] int within(int least, int most) { return std::uniform_int_distribution{least, most}(_random); }
    [[nodiscard]] bool chance(int percent) { return within(1, 100) <= percent; }
    [[nodiscard]] Right anyRight() { return static_cast<Right>(within(0, 3)); }
    /// Owner, unknown, one that lives, or one that ended.
    [[nodiscard]] PrincipalId anyPrincipal();
    [[nodiscard]] PrincipalId livingPrincipal();
    [[nodiscard]] std::optional<ResourceId> anyThing(ResourceKind kind);
    /// An id that exists, existed, never did or is malformed; a session's name, or none.
    [[nodiscard]] std::string anyText(ResourceKind kind);
    /// Well formed, of things that exist or not.
    [[nodiscard]] std::vector<kernel::Grant> anyGrants(int most);

    AuthorityRoom room;
    Model model;

private:
    void step();
    void addThing(ResourceKind kind);
    void addPrincipal();
    void endPrincipal();
    void removeThing();

    std::mt19937 _random;
    std::vector<PrincipalId> _principals;
    int _names{0};
};

} // namespace venomx::tests
