#include "Closer.h"

#include <utility>

#include "PaneTable.h"

namespace venomx::pane
{

void Closer::close(const PanePtr& pane, const Wish& wish, Done done)
{
    const auto [entry, fresh] = _closings.try_emplace(pane->id);
    entry->second.pane = pane;
    entry->second.done.push_back(std::move(done));
    if (!fresh) return;

    const auto root = [this, pane, keep = wish.keep]
    {
        TreeRoot found = _table.rootOf(*pane);
        found.sessionOnly = keep;
        return found;
    };
    if (!pane->exited) pane->whenExited([this, pane] { proceed(pane); });
    _table.ender().end({.root = root,
                        .grace = wish.grace,
                        .signalLeader =
                            [this, pane](int signal)
                        {
                            if (pane->pidfd) _table.system()->signal(pane->pidfd, signal);
                        },
                        .done =
                            [this, pane](std::size_t)
                        {
                            _closings.at(pane->id).treeEnded = true;
                            proceed(pane);
                        }});
}

/// Once the tree has ended and the output is drained: removes the pane, closes its terminal, tells.
void Closer::proceed(const PanePtr& pane)
{
    const auto entry = _closings.find(pane->id);
    if (entry == _closings.end() || !entry->second.treeEnded || !pane->exited) return;
    if (std::exchange(entry->second.removed, true)) return;
    _table.remove(pane);
    if (pane->thread == nullptr) return;
    // Who held on to the pane, as a wait does whose last look is under way, has nothing more to say to its thread.
    PtyThread& thread = *std::exchange(pane->thread, nullptr);
    thread.retire(pane->console, [this, id = pane->id, &loop = _table.around().loop] { loop.post([this, id] { finish(id); }); });
}

void Closer::finish(PaneId pane)
{
    const auto closing = _closings.extract(pane);
    if (closing.empty()) return;
    for (const Done& done : closing.mapped().done) done(closing.mapped().pane->status.value_or(PaneStatus{}));
}

void Closer::finishAll()
{
    while (!_closings.empty()) finish(_closings.begin()->first);
}

} // namespace venomx::pane
