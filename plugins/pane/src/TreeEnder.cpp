#include "TreeEnder.h"

#include <algorithm>
#include <csignal>
#include <iterator>
#include <sys/epoll.h>
#include <utility>

#include "Census.h"

namespace venomx::pane
{

namespace
{

/// How long SIGKILL may take; a process that the system holds on to longer is left behind.
constexpr std::chrono::milliseconds kKillPatience{2000};

using Known = std::pair<pid_t, std::uint64_t>;

} // namespace

struct TreeEnder::Ending
{
    Order order;
    std::vector<Known> known;       ///< all that were found, sorted
    std::vector<TreeMember> living; ///< watched
    EventLoop::TimerId timer{EventLoop::TimerId::none};
    bool killing{false};
    bool waiting{false}; ///< for a look, or for its outcome
    bool finished{false};
};

/// One walk for several trees.
struct TreeEnder::Look
{
    struct Part
    {
        EndingPtr ending; ///< the worker does not touch it
        TreeRoot root;
        std::vector<Known> known;
        bool killing;
        std::vector<TreeMember> found{};
    };
    std::vector<Part> parts;
    std::vector<pid_t> panes;

    void run(const Processes& processes)
    {
        const std::vector<pid_t> before = processes.children(processes.self());
        search(processes, before);
        // Orphans of those that ended before their turn came.
        const std::vector<pid_t> after = processes.children(processes.self());
        std::vector<pid_t> fresh;
        std::ranges::set_difference(after, before, std::back_inserter(fresh));
        if (!fresh.empty()) search(processes, fresh);
    }

private:
    void search(const Processes& processes, const std::vector<pid_t>& children)
    {
        const Census census{processes, children, panes};
        for (Part& part : parts)
            for (TreeMember& member : census.findTree(part.root)) take(part, std::move(member), processes);
    }

    static void take(Part& part, TreeMember member, const Processes& processes)
    {
        const Known which{member.pid, member.started};
        const auto place = std::ranges::lower_bound(part.known, which);
        if (place != part.known.end() && *place == which) return;
        part.known.insert(place, which);
        processes.signal(member.pidfd, part.killing ? SIGKILL : SIGHUP);
        if (!part.killing) processes.signal(member.pidfd, SIGCONT);
        part.found.push_back(std::move(member));
    }
};

TreeEnder::TreeEnder(Loop& loop, Workers& workers, std::shared_ptr<const Processes> processes, PaneProcesses panes)
    : _loop(loop), _workers(workers), _processes(std::move(processes)), _panes(std::move(panes)), _self(std::make_shared<TreeEnder*>(this))
{
}

TreeEnder::~TreeEnder()
{
    for (const EndingPtr& ending : _endings)
    {
        _loop.cancel(ending->timer);
        for (const TreeMember& member : ending->living) _loop.unwatch(member.pidfd.get());
    }
}

void TreeEnder::end(Order order)
{
    auto ending = std::make_shared<Ending>();
    ending->order = std::move(order);
    ending->killing = ending->order.grace <= std::chrono::milliseconds::zero();
    _endings.push_back(ending);
    if (!ending->killing) ending->timer = _loop.after(ending->order.grace, [this, ending] { kill(ending); });
    ask(ending);
}

void TreeEnder::ask(const EndingPtr& ending)
{
    if (std::exchange(ending->waiting, true)) return;
    _waiting.push_back(ending);
    if (!_looking) look();
}

void TreeEnder::look()
{
    auto look = std::make_shared<Look>();
    look->panes = _panes();
    for (EndingPtr& ending : _waiting)
        if (!ending->finished)
            look->parts.push_back(
                {.ending = ending, .root = ending->order.root(), .known = ending->known, .killing = ending->killing, .found = {}});
    _waiting.clear();
    _looking = !look->parts.empty();
    if (!_looking) return;
    _workers.submit(
        [look = std::move(look), processes = _processes, &loop = _loop, self = std::weak_ptr{_self}]() mutable
        {
            look->run(*processes);
            loop.post([look = std::move(look), self] { // moved: what it holds ends on the loop
                if (const auto ender = self.lock()) (*ender)->looked(look);
            });
        });
}

void TreeEnder::looked(const std::shared_ptr<Look>& look)
{
    _looking = false;
    for (Look::Part& part : look->parts)
    {
        part.ending->waiting = false;
        if (!part.ending->finished) take(part.ending, std::move(part.found));
    }
    if (!_looking && !_waiting.empty()) this->look();
}

void TreeEnder::take(const EndingPtr& ending, std::vector<TreeMember> found)
{
    if (found.empty() && ending->living.empty()) return finish(ending);
    for (TreeMember& member : found)
    {
        ending->known.emplace_back(member.pid, member.started);
        if (ending->killing) _processes->signal(member.pidfd, SIGKILL);
        _loop.watch(member.pidfd.get(), EPOLLIN, [this, ending, pid = member.pid](std::uint32_t) { died(ending, pid); });
        ending->living.push_back(std::move(member));
    }
    std::ranges::sort(ending->known);
    if (ending->killing) bePatient(ending);
}

/// From when all that were found have been killed. A look may take longer than that when many trees end, and one that has not
/// been had yet has killed nobody.
void TreeEnder::bePatient(const EndingPtr& ending)
{
    _loop.cancel(ending->timer);
    ending->timer = _loop.after(kKillPatience,
                                [this, ending]
                                {
                                    if (!ending->waiting) finish(ending);
                                });
}

void TreeEnder::died(const EndingPtr& ending, pid_t pid)
{
    const auto found = std::ranges::find(ending->living, pid, &TreeMember::pid);
    if (found == ending->living.end()) return;
    _loop.unwatch(found->pidfd.get());
    ending->living.erase(found);
    if (!ending->living.empty()) return;
    if (ending->killing) _loop.cancel(ending->timer);
    ask(ending);
}

void TreeEnder::kill(const EndingPtr& ending)
{
    ending->killing = true;
    for (const TreeMember& member : ending->living) _processes->signal(member.pidfd, SIGKILL);
    ask(ending);
}

void TreeEnder::finish(const EndingPtr& ending)
{
    if (std::exchange(ending->finished, true)) return;
    _loop.cancel(ending->timer);
    for (const TreeMember& member : ending->living) _loop.unwatch(member.pidfd.get());
    const std::size_t left = ending->living.size();
    const auto done = std::move(ending->order.done);
    std::erase(_endings, EndingPtr{ending});
    done(left);
}

} // namespace venomx::pane
