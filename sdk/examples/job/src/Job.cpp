#include "Job.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <variant>
#include <venomx/sdk/errors.h>
#include <venomx/sdk/services/panes.h>

namespace job
{
namespace
{

constexpr std::size_t kMostOutput = 65'536;

} // namespace

using namespace venomx;

Job::Job(Parts parts, Call call) : _parts(std::move(parts)), _call(std::move(call)) {}

Job::~Job() = default;

void Job::start()
{
    _principal = _parts.principals.prepare(_call);
    auto request = _parts.spawner.read(_call);
    // A process is told which pane it is of. This one is of none, so it gets an id that nothing else will have.
    const PaneId pane{_parts.resources.allocate(ResourceKind::pane).number};
    LaunchIdentity identity{.principal = _principal->id(), .token = Secret{_principal->token().expose()}, .pane = pane};
    _call.onCancel([self = shared_from_this()] { self->stop(errors::cancelled()); });
    _ticket = _parts.spawner.start(std::move(request), std::move(identity), TerminalSize{},
                                   [self = shared_from_this()](LaunchOutcome outcome) { self->started(std::move(outcome)); });
    _principal->wipeToken();
}

void Job::started(LaunchOutcome outcome)
{
    _ticket.reset();
    if (auto* process = std::get_if<StartedProcess>(&outcome)) return run(std::move(*process));
    if (_over) return;
    _call.refuse(std::get<Refusal>(outcome));
    finish();
}

void Job::run(StartedProcess process)
{
    _process = std::move(process);
    if (_over) ::kill(_process.pid, SIGKILL); // it was stopped while the process started
    _parts.loop.watch(_process.terminal.get(), EPOLLIN, [self = shared_from_this()](std::uint32_t) { self->readMore(); });
    _parts.loop.watch(_process.pidfd.get(), EPOLLIN, [self = shared_from_this()](std::uint32_t) { self->ended(); });
}

void Job::readMore()
{
    std::array<char, 4096> buffer{};
    const ssize_t size = ::read(_process.terminal.get(), buffer.data(), buffer.size());
    if (size > 0)
        _output.append(buffer.data(), std::min(static_cast<std::size_t>(size), kMostOutput - _output.size()));
    else if (size == 0 || (errno != EAGAIN && errno != EINTR))
    {
        // The terminal has no program any more; a child of it may have kept the process's own end from us.
        _parts.loop.unwatch(_process.terminal.get());
        _process.terminal.reset();
    }
}

/// The process has ended; what it printed last may still be in the terminal.
void Job::ended()
{
    while (_process.terminal)
    {
        const std::size_t before = _output.size();
        readMore();
        if (_process.terminal && _output.size() == before) break;
    }
    if (_process.terminal) _parts.loop.unwatch(_process.terminal.get());
    _parts.loop.unwatch(_process.pidfd.get());
    const int status = takeStatus();
    _process = {};
    if (_over) return;

    const PaneStatus how = WIFSIGNALED(status) ? PaneStatus{.signal = WTERMSIG(status)} : PaneStatus{.code = WEXITSTATUS(status)};
    Result result;
    result.rawField("status", toJson(how)).field("output", std::string_view{_output});
    _call.answer(std::move(result));
    finish();
}

/// The status goes once, and then the pid may be another's: the spawner is told.
int Job::takeStatus()
{
    siginfo_t about{};
    while (::waitid(P_PIDFD, static_cast<id_t>(_process.pidfd.get()), &about, WEXITED) != 0 && errno == EINTR)
    {
    }
    _parts.spawner.reaped(_process.pid);
    return about.si_code == CLD_EXITED ? about.si_status << 8 : about.si_status;
}

void Job::stop(const Refusal& why)
{
    if (_over) return;
    _call.refuse(why);
    finish();
    if (_ticket) _ticket->cancel();
    if (_process.pid > 0) ::kill(_process.pid, SIGKILL);
}

void Job::finish()
{
    _over = true;
    _call = Call{nullptr};
    if (_principal) _parts.principals.revoke(_principal->id());
    _principal.reset();
    _parts.over(shared_from_this());
}

} // namespace job
