#include "kernel/authority/Ancestry.h"

#include <utility>

namespace venomx::kernel
{

Ancestor::~Ancestor()
{
    // One at a time: a long chain of shared pointers would otherwise be destroyed as deep into the stack as it is long.
    std::shared_ptr<Ancestor> next = std::move(_creator);
    while (next && next.use_count() == 1) next = std::exchange(next->_creator, nullptr);
}

Ancestor* Ancestor::creator()
{
    while (_creator && _creator->_ended) _creator = std::shared_ptr<Ancestor>{_creator->_creator};
    return _creator.get();
}

bool Ancestor::isOrDescendsFrom(PrincipalId principal)
{
    Ancestor* at = this;
    while (at != nullptr && at->_id != principal && !at->_last.isFor(principal)) at = at->creator();
    const bool descends = at != nullptr && (at->_id == principal || at->_last.descends);
    // A principal with a long line asks about many things made along it: each step is taken once.
    for (Ancestor* passed = this; passed != at; passed = passed->creator()) passed->_last = {principal, descends, true};
    return descends;
}

Ancestry::Ancestry()
{
    for (const PrincipalId id : {PrincipalId::owner(), PrincipalId::unknown()})
        _living.emplace(id.raw(), std::make_shared<Ancestor>(id, nullptr));
}

std::shared_ptr<Ancestor> Ancestry::find(PrincipalId principal) const
{
    const auto found = _living.find(principal.raw());
    return found == _living.end() ? nullptr : found->second;
}

std::shared_ptr<Ancestor> Ancestry::add(PrincipalId principal, PrincipalId creator)
{
    auto node = std::make_shared<Ancestor>(principal, find(creator));
    _living.insert_or_assign(principal.raw(), node);
    return node;
}

void Ancestry::end(PrincipalId principal)
{
    const auto found = _living.find(principal.raw());
    if (found == _living.end()) return;
    found->second->end();
    _living.erase(found);
}

} // namespace venomx::kernel
