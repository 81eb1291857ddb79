// Who made whom: a tree of principals, each below its creator, for `self` and for what a principal and its descendants hold.
// A principal that has ended leaves its descendants to its own creator, so the tree is as deep as principals that live.
// Nodes are shared: an event or a resource keeps its creator's node after the principal has gone. Control loop only.
#pragma once

#include <cstddef>
#include <memory>
#include <unordered_map>
#include <venomx/sdk/ids.h>

namespace venomx::kernel
{

class Ancestor
{
public:
    Ancestor(PrincipalId id, std::shared_ptr<Ancestor> creator) : _id(id), _creator(std::move(creator)) {}
    ~Ancestor();
    Ancestor(const Ancestor&) = delete;
    Ancestor& operator=(const Ancestor&) = delete;

    [[nodiscard]] PrincipalId id() const { return _id; }
    /// The nearest creator that has not ended, or nullptr.
    [[nodiscard]] Ancestor* creator();
    /// Is this `principal`, which lives, or was it made by it or its descendants?
    [[nodiscard]] bool isOrDescendsFrom(PrincipalId principal);

    void end() { _ended = true; }
    [[nodiscard]] bool ended() const { return _ended; }

    /// Panes that the principal and its descendants hold now.
    [[nodiscard]] std::size_t held() const { return _held; }
    void hold() { ++_held; }
    void letGo() { --_held; }

private:
    /// The last answer: while `principal` lives it does not change, and nobody asks for one that has ended.
    struct Answer
    {
        PrincipalId principal;
        bool descends{false};
        bool known{false};
        [[nodiscard]] bool isFor(PrincipalId asked) const { return known && principal == asked; }
    };

    PrincipalId _id;
    Answer _last;
    std::shared_ptr<Ancestor> _creator;
    std::size_t _held{0};
    bool _ended{false};
};

class Ancestry
{
public:
    Ancestry(); ///< owner and unknown, made by nobody
    /// nullptr: ended, or never was.
    [[nodiscard]] std::shared_ptr<Ancestor> find(PrincipalId principal) const;
    std::shared_ptr<Ancestor> add(PrincipalId principal, PrincipalId creator);
    void end(PrincipalId principal);

private:
    std::unordered_map<std::uint64_t, std::shared_ptr<Ancestor>> _living;
};

} // namespace venomx::kernel
