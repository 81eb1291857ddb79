#include "Exits.h"

#include <cerrno>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <utility>

#include "PaneTable.h"

namespace venomx::pane
{

/// Brings a PTY thread's word to the control loop.
class Exits::Listener : public ConsoleListener
{
public:
    Listener(Loop& loop, std::weak_ptr<Exits*> exits, std::weak_ptr<Pane> pane)
        : _loop(loop), _exits(std::move(exits)), _pane(std::move(pane))
    {
    }

    void noticed(Notices notices) override
    {
        post([notices = std::make_shared<Notices>(std::move(notices))](Exits& exits, const PanePtr& pane)
             { exits.publish(pane, std::move(*notices)); });
    }
    void drained() override
    {
        post([](Exits& exits, const PanePtr& pane) { exits._table.hasExited(pane); });
    }

private:
    template <class Work>
    void post(Work work)
    {
        _loop.post(
            [exits = _exits, pane = _pane, work = std::move(work)]
            {
                const auto found = exits.lock();
                const PanePtr target = pane.lock();
                if (found && target) work(**found, target);
            });
    }

    Loop& _loop;
    std::weak_ptr<Exits*> _exits;
    std::weak_ptr<Pane> _pane;
};

Exits::Exits(PaneTable& table) : _table(table), _self(std::make_shared<Exits*>(this)) {}

Exits::~Exits() = default;

void Exits::await(const PanePtr& pane)
{
    _table.around().loop.watch(pane->pidfd.get(), EPOLLIN, [this, pane](std::uint32_t) { ended(pane); });
}

void Exits::listen(const PanePtr& pane)
{
    pane->thread->adopt(pane->console, std::make_shared<Listener>(_table.around().loop, _self, pane));
    // On a later turn: first whoever asked for the pane has its answer.
    _table.around().loop.post(
        [exits = std::weak_ptr(_self), thread = pane->thread]
        {
            if (exits.lock()) thread->wake();
        });
}

void Exits::ended(const PanePtr& pane)
{
    if (reap(pane)) pane->thread->ended(pane->console, _table.settings().drain);
}

bool Exits::reap(const PanePtr& pane)
{
    if (pane->ended()) return true;
    pane->status = reapChild(pane->pidfd.get());
    if (!pane->status) return false;
    _table.around().loop.unwatch(pane->pidfd.get());
    pane->pidfd.reset();
    _table.around().spawner.reaped(pane->pid);
    return true;
}

void Exits::publish(const PanePtr& pane, Notices notices)
{
    if (!_table.exists(pane->id)) return;
    Events& events = _table.around().events;
    const EventScope scope{.about = pane->id};
    const auto event = [&] { return std::move(Result{}.field("pane", pane->id.str())); };
    if (notices.title && *notices.title != pane->title)
    {
        pane->title = std::move(*notices.title);
        events.publish("pane.title", scope, std::move(event().field("title", pane->title)));
    }
    if (notices.bells > 0) events.publish("pane.bell", scope, std::move(event().field("count", notices.bells)));
    for (const Prompt& prompt : notices.prompts)
    {
        Result data = event();
        data.field("mark", std::string_view{&prompt.mark, 1});
        if (prompt.status) data.field("code", *prompt.status);
        events.publish("pane.prompt", scope, std::move(data));
    }
    for (const Notification& notification : notices.notifications)
        events.publish("pane.notification", scope, std::move(event().field("title", notification.title).field("body", notification.body)));
}

std::optional<PaneStatus> reapChild(int pidfd)
{
    siginfo_t info{};
    int outcome = 0;
    do outcome = ::waitid(P_PIDFD, static_cast<id_t>(pidfd), &info, WEXITED | WNOHANG);
    while (outcome < 0 && errno == EINTR);
    if (outcome < 0) return PaneStatus{.code = 255}; // somebody else took the status, which a daemon in order never does
    if (info.si_pid == 0) return std::nullopt;
    if (info.si_code == CLD_EXITED) return PaneStatus{.code = info.si_status};
    return PaneStatus{.signal = info.si_status, .core = info.si_code == CLD_DUMPED};
}

} // namespace venomx::pane
