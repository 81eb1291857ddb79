#include <venomx/sdk/testing/fake_spawner.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <venomx/sdk/errors.h>

namespace venomx::testing
{
namespace
{

struct Pair
{
    UniqueFd ours;
    UniqueFd theirs;
};

Pair makePair(int flags)
{
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0, ends.data()) != 0)
        throw std::system_error(errno, std::generic_category(), "socketpair");
    return {UniqueFd{ends[0]}, UniqueFd{ends[1]}};
}

/// The child's whole life; only what is safe after a fork of a program with threads.
[[noreturn]] void waitForTheEnd(int control)
{
    // Nothing of the test's, least of all the other end of a sibling's control, or of whoever reads the test's output.
    ::dup2(control, 0);
    ::close_range(1, ~0U, 0);
    sigset_t none;
    sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
    ::setsid(); // as what runs on a terminal of its own
    unsigned char code = 0;
    const bool up = ::write(0, &code, 1) == 1;
    const bool told = up && ::read(0, &code, 1) == 1;
    ::_exit(told ? code : 1);
}

} // namespace

struct FakeSpawner::Process
{
    UniqueFd control;
    UniqueFd terminal;
};

struct FakeSpawner::Waiting
{
    std::string argv0;
    std::function<void(LaunchOutcome)> done;
};

class FakeSpawner::Request : public LaunchRequest
{
public:
    explicit Request(std::string argv0) : _argv0(std::move(argv0)) {}
    [[nodiscard]] std::string argv0() const override { return _argv0; }

private:
    std::string _argv0;
};

class FakeSpawner::Ticket : public LaunchTicket
{
public:
    Ticket(FakeSpawner& spawner, std::shared_ptr<Waiting> waiting) : _spawner(spawner), _waiting(std::move(waiting)) {}
    void cancel() override
    {
        if (std::erase(_spawner._waiting, _waiting) > 0) _spawner.settle(_waiting, errors::cancelled());
    }

private:
    FakeSpawner& _spawner;
    std::shared_ptr<Waiting> _waiting;
};

FakeSpawner::FakeSpawner(Loop& loop) : _loop(loop) {}

FakeSpawner::~FakeSpawner()
{
    for (const auto& [pid, process] : _processes)
    {
        ::kill(pid, SIGKILL);
        ::waitpid(pid, nullptr, 0);
    }
}

std::unique_ptr<LaunchRequest> FakeSpawner::read(const Call& call)
{
    if (refuseRead) throw Refusal{*refuseRead};
    const Value* argv = call.find("argv");
    std::string argv0{argv != nullptr && !argv->items().empty() ? argv->items().front().asString() : std::string_view{"sh"}};
    return std::make_unique<Request>(argv0.substr(argv0.rfind('/') + 1));
}

std::shared_ptr<LaunchTicket> FakeSpawner::start(std::unique_ptr<LaunchRequest> request, LaunchIdentity, TerminalSize,
                                                 std::function<void(LaunchOutcome)> done)
{
    auto waiting = std::make_shared<Waiting>(Waiting{.argv0 = request->argv0(), .done = std::move(done)});
    request.reset();
    if (hold)
        _waiting.push_back(waiting);
    else
        settle(waiting, refuseStart);
    return std::make_shared<Ticket>(*this, std::move(waiting));
}

void FakeSpawner::settle(const std::shared_ptr<Waiting>& waiting, std::optional<Refusal> refusal)
{
    _loop.post(
        [this, waiting, refusal = std::move(refusal)]
        {
            const auto done = std::exchange(waiting->done, nullptr);
            done(refusal ? LaunchOutcome{*refusal} : launch(waiting->argv0));
        });
}

void FakeSpawner::release()
{
    for (const auto& waiting : std::exchange(_waiting, {})) settle(waiting, refuseStart);
}

LaunchOutcome FakeSpawner::launch(const std::string& argv0)
{
    Pair control = makePair(0);
    Pair terminal = makePair(0);
    const pid_t pid = ::fork();
    if (pid < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (pid == 0) waitForTheEnd(control.theirs.get());
    control.theirs.reset();
    unsigned char up = 0;
    while (::read(control.ours.get(), &up, 1) < 0 && errno == EINTR)
    {
    }
    StartedProcess started{
        .pid = pid, .pidfd = UniqueFd{static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))}, .terminal = std::move(terminal.theirs)};
    const int status = ::fcntl(started.terminal.get(), F_GETFL);
    ::fcntl(started.terminal.get(), F_SETFL, status | O_NONBLOCK);
    {
        const std::lock_guard guard{_mutex};
        _started.push_back(argv0);
        _processes.emplace(pid, std::make_unique<Process>(Process{std::move(control.ours), std::move(terminal.ours)}));
    }
    if (script)
    {
        say(pid, script->output);
        end(pid, script->code);
    }
    return started;
}

void FakeSpawner::reaped(pid_t pid)
{
    const std::lock_guard guard{_mutex};
    _processes.erase(pid);
}

std::vector<pid_t> FakeSpawner::running() const
{
    const std::lock_guard guard{_mutex};
    std::vector<pid_t> all;
    for (const auto& [pid, process] : _processes) all.push_back(pid);
    return all;
}

std::vector<std::string> FakeSpawner::started() const
{
    const std::lock_guard guard{_mutex};
    return _started;
}

void FakeSpawner::say(pid_t pid, std::string_view text)
{
    const std::lock_guard guard{_mutex};
    const int terminal = _processes.at(pid)->terminal.get();
    while (!text.empty())
    {
        const ssize_t sent = ::send(terminal, text.data(), text.size(), MSG_NOSIGNAL);
        if (sent < 0) throw std::system_error(errno, std::generic_category(), "send");
        text.remove_prefix(static_cast<std::size_t>(sent));
    }
}

void FakeSpawner::end(pid_t pid, int code)
{
    const std::lock_guard guard{_mutex};
    Process& process = *_processes.at(pid);
    const auto byte = static_cast<unsigned char>(code);
    static_cast<void>(::send(process.control.get(), &byte, 1, MSG_NOSIGNAL));
    process.terminal.reset();
}

} // namespace venomx::testing
