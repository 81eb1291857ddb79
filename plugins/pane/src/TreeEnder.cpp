#include "TreeEnder.h"

#include <algorithm>
#include <csignal>
#include <iterator>
#include <new>
#include <sys/epoll.h>
#include <system_error>
#include <utility>

#include "Census.h"

namespace venomx::pane
{

namespace
{

/// How long SIGKILL may take; a process that the system holds on to longer is left behind.
constexpr std::chrono::milliseconds kKillPatience{2000};
/// Between looks that could not be made whole: while somebody waits for the end, and afterwards.
constexpr std::chrono::milliseconds kRetry{50};
constexpr std::chrono::milliseconds kLateRetry{1000};

using Known = std::pair<pid_t, std::uint64_t>;

} // namespace

struct TreeEnder::Ending
{
    Order order;
    EventLoop::Clock::time_point begun{EventLoop::Clock::now()};
    std::vector<Known> known;       ///< all that were found, sorted
    std::vector<TreeMember> living; ///< watched
    EventLoop::TimerId timer{EventLoop::TimerId::none};
    EventLoop::TimerId retry{EventLoop::TimerId::none};
    bool killing{false};
    bool patient{false};      ///< the timer is that of the patience
    bool overdue{false};      ///< the patience is over, but for the outcome of a look
    bool leaderHungUp{false}; ///< without having been seen
    bool waiting{false};      ///< for a look, or for its outcome
    bool whole{true};         ///< the last look saw all there was
    bool done{false};         ///< told; looked for only until a look sees all and finds nothing
    bool removed{false};
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
        bool leaderHungUp;
        Tree found{};
    };
    std::vector<Part> parts;
    std::vector<pid_t> panes;

    void run(const Processes& processes)
    {
        try
        {
            const std::vector<pid_t> before = processes.children(processes.self());
            search(processes, before);
            // Orphans of those that ended before their turn came.
            const std::vector<pid_t> after = processes.children(processes.self());
            std::vector<pid_t> fresh;
            std::ranges::set_difference(after, before, std::back_inserter(fresh));
            if (!fresh.empty()) search(processes, fresh);
        }
        catch (const CannotLook&)
        {
            missed();
        }
        catch (const std::bad_alloc&)
        {
            missed();
        }
    }

private:
    void missed()
    {
        for (Part& part : parts) part.found.whole = false;
    }

    void search(const Processes& processes, const std::vector<pid_t>& children)
    {
        const Census census{processes, children, panes};
        for (Part& part : parts)
        {
            Tree tree = census.findTree(part.root);
            part.found.whole &= tree.whole;
            for (TreeMember& member : tree.members) take(part, std::move(member), processes);
        }
    }

    static void take(Part& part, TreeMember member, const Processes& processes)
    {
        const Known which{member.pid, member.started};
        const auto place = std::ranges::lower_bound(part.known, which);
        if (place != part.known.end() && *place == which) return;
        part.known.insert(place, which);
        if (part.killing)
            processes.signal(member.pidfd, SIGKILL);
        else if (!part.leaderHungUp || member.pid != part.root.leader)
        {
            processes.signal(member.pidfd, SIGHUP);
            processes.signal(member.pidfd, SIGCONT);
        }
        part.found.members.push_back(std::move(member));
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
        _loop.cancel(ending->retry);
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

void TreeEnder::hurry(std::chrono::milliseconds grace)
{
    const auto now = EventLoop::Clock::now();
    for (const EndingPtr& ending : _endings)
    {
        if (ending->killing || ending->done || ending->order.grace - (now - ending->begun) <= grace) continue;
        _loop.cancel(ending->timer);
        ending->timer = _loop.after(grace, [this, ending] { kill(ending); });
    }
}

std::size_t TreeEnder::unseen() const
{
    return static_cast<std::size_t>(std::ranges::count_if(_endings, [](const EndingPtr& ending) { return !ending->whole; }));
}

void TreeEnder::ask(const EndingPtr& ending)
{
    if (std::exchange(ending->waiting, true)) return;
    _loop.cancel(ending->retry);
    _waiting.push_back(ending);
    if (!_looking) look();
}

/// What the system has no thread or memory for now is tried again.
void TreeEnder::look()
{
    try
    {
        beginLook();
    }
    catch (const std::exception&)
    {
        _looking = false;
        _loop.after(kRetry,
                    [this, self = std::weak_ptr{_self}]
                    {
                        if (!self.expired() && !_looking) look();
                    });
    }
}

void TreeEnder::beginLook()
{
    auto look = std::make_shared<Look>();
    look->panes = _panes();
    for (EndingPtr& ending : _waiting)
        if (!ending->removed)
            look->parts.push_back({.ending = ending,
                                   .root = ending->order.root(),
                                   .known = ending->known,
                                   .killing = ending->killing,
                                   .leaderHungUp = ending->leaderHungUp,
                                   .found = {}});
    _looking = !look->parts.empty();
    if (!_looking) return _waiting.clear();
    _workers.submit(
        [look = std::move(look), processes = _processes, &loop = _loop, self = std::weak_ptr{_self}]() mutable
        {
            look->run(*processes);
            loop.post([look = std::move(look), self] { // moved: what it holds ends on the loop
                if (const auto ender = self.lock()) (*ender)->looked(look);
            });
        });
    _waiting.clear();
}

void TreeEnder::looked(const std::shared_ptr<Look>& look)
{
    _looking = false;
    for (Look::Part& part : look->parts)
    {
        part.ending->waiting = false;
        try
        {
            if (!part.ending->removed) take(part.ending, std::move(part.found));
        }
        catch (const std::bad_alloc&)
        {
            part.ending->whole = false;
            ask(part.ending);
        }
    }
    if (!_looking && !_waiting.empty()) this->look();
}

void TreeEnder::take(const EndingPtr& ending, Tree found)
{
    ending->whole = found.whole;
    if (ending->done) return follow(ending, found);
    bool fresh = false;
    for (TreeMember& member : found.members) fresh |= hold(ending, std::move(member));
    std::ranges::sort(ending->known);
    if (!fresh && (ending->overdue || (ending->whole && ending->living.empty()))) return finish(ending);
    if (!ending->whole) retry(ending);
    if (ending->killing && (fresh || !ending->patient)) bePatient(ending);
}

/// Waits for the end of what was found. One that cannot be waited for is left to the next look; then this is false.
bool TreeEnder::hold(const EndingPtr& ending, TreeMember member)
{
    if (ending->killing) _processes->signal(member.pidfd, SIGKILL);
    try
    {
        ending->known.reserve(ending->known.size() + 1);
        ending->living.reserve(ending->living.size() + 1);
        _loop.watch(member.pidfd.get(), EPOLLIN, [this, ending, pid = member.pid](std::uint32_t) { died(ending, pid); });
    }
    catch (const std::system_error&)
    {
        ending->whole = false;
        return false;
    }
    catch (const std::bad_alloc&)
    {
        ending->whole = false;
        return false;
    }
    ending->known.emplace_back(member.pid, member.started);
    ending->living.push_back(std::move(member));
    return true;
}

/// After a look that did not see all: the leader, which needs no look, and another look soon.
void TreeEnder::retry(const EndingPtr& ending)
{
    const auto isLeader = [leader = ending->order.root().leader](const Known& one) { return one.first == leader; };
    if (ending->killing)
        ending->order.signalLeader(SIGKILL);
    else if (!std::exchange(ending->leaderHungUp, true) && std::ranges::none_of(ending->known, isLeader))
    {
        ending->order.signalLeader(SIGHUP);
        ending->order.signalLeader(SIGCONT);
    }
    ending->retry = _loop.after(kRetry, [this, ending] { ask(ending); });
}

/// Nobody waits any more, and whatever is found has been killed: until there is nothing.
void TreeEnder::follow(const EndingPtr& ending, const Tree& found)
{
    if (found.whole && found.members.empty()) return remove(ending);
    for (const TreeMember& member : found.members) ending->known.emplace_back(member.pid, member.started);
    std::ranges::sort(ending->known);
    ending->retry = _loop.after(kLateRetry, [this, ending] { ask(ending); });
}

/// From when all that were found have been killed. A look may take longer than that when many trees end, and one that has not
/// been had yet has killed nobody.
void TreeEnder::bePatient(const EndingPtr& ending)
{
    _loop.cancel(ending->timer);
    ending->patient = true;
    ending->overdue = false;
    ending->timer = _loop.after(kKillPatience,
                                [this, ending]
                                {
                                    ending->overdue = true;
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
    if (ending->killing)
    {
        _loop.cancel(ending->timer);
        ending->patient = false;
    }
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
    if (std::exchange(ending->done, true)) return;
    _loop.cancel(ending->timer);
    for (const TreeMember& member : ending->living) _loop.unwatch(member.pidfd.get());
    const std::size_t left = ending->living.size() + (ending->whole ? 0 : 1);
    ending->living.clear();
    const auto done = std::move(ending->order.done);
    _loop.cancel(ending->retry);
    if (ending->whole)
        remove(ending);
    else
        ending->retry = _loop.after(kLateRetry, [this, ending] { ask(ending); });
    done(left);
}

void TreeEnder::remove(const EndingPtr& ending)
{
    ending->removed = true;
    std::erase(_endings, EndingPtr{ending});
}

} // namespace venomx::pane
