#include "SpawnRoom.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace venomx::tests
{
namespace
{

constexpr Example kExamples[] = {{"Start a shell", "{}"}};
constexpr VerbSpec kSpec{.name = "test.start", .summary = "Start a process", .include = {kSpawnParams}, .examples = kExamples};

std::string textOf(const Refusal& refusal)
{
    return std::string{refusal.code()} + ' ' + refusal.data();
}

} // namespace

struct TestLaunch::Shared
{
    explicit Shared(const std::string& params) : fake(kSpec, params), call(fake.take()) {}

    SpawnRoom* room{nullptr};
    FakeCall fake;
    std::optional<Call> call;
    std::shared_ptr<LaunchTicket> ticket;
    std::promise<LaunchOutcome> promise;
    std::future<LaunchOutcome> future{promise.get_future()};
    std::optional<LaunchOutcome> outcome;
    bool reaped{false};

    LaunchOutcome& get()
    {
        if (!outcome) outcome = future.get();
        return *outcome;
    }
    StartedProcess& process() { return std::get<StartedProcess>(get()); }
};

std::string TestLaunch::outcome()
{
    const LaunchOutcome& outcome = _shared->get();
    const auto* refusal = std::get_if<Refusal>(&outcome);
    return refusal ? textOf(*refusal) : "started";
}

bool TestLaunch::settled(std::chrono::milliseconds within)
{
    return _shared->outcome || _shared->future.wait_for(within) == std::future_status::ready;
}

void TestLaunch::cancel()
{
    _shared->room->services.loop.run([&] { _shared->ticket->cancel(); });
}

pid_t TestLaunch::pid()
{
    return _shared->process().pid;
}

void TestLaunch::kill(int signal)
{
    ::kill(_shared->process().pid, signal);
}

std::string TestLaunch::wait()
{
    if (outcome() != "started") return outcome();
    StartedProcess& process = _shared->process();
    std::array<char, 4096> buffer{};
    while (true)
    {
        pollfd ready{.fd = process.terminal.get(), .events = POLLIN, .revents = 0};
        ::poll(&ready, 1, -1);
        const ssize_t size = ::read(process.terminal.get(), buffer.data(), buffer.size());
        if (size > 0)
            _output.append(buffer.data(), static_cast<std::size_t>(size));
        else if (size == 0 || (errno != EAGAIN && errno != EINTR))
            break;
    }
    siginfo_t about{};
    while (::waitid(P_PIDFD, static_cast<id_t>(process.pidfd.get()), &about, WEXITED) != 0 && errno == EINTR)
    {
    }
    _shared->room->services.loop.run([&] { _shared->room->spawner().reaped(process.pid); });
    _shared->reaped = true;
    return (about.si_code == CLD_EXITED ? "exit " : "signal ") + std::to_string(about.si_status);
}

TestLaunch::~TestLaunch()
{
    if (!_shared || !_shared->outcome || _shared->reaped || std::holds_alternative<Refusal>(*_shared->outcome)) return;
    kill(SIGKILL);
    static_cast<void>(wait());
}

SpawnRoom::SpawnRoom(Setup setup)
{
    services.daemon.state = std::move(setup.original);
    _plugin.emplace(outside);
    FakeSettings values{_plugin->settings()};
    for (const auto& [key, value] : setup.settings) values.set(key, value);
    services.loop.run(
        [&]
        {
            _plugin->configure(values);
            _plugin->health(health);
            _spawner = dynamic_cast<Spawner*>(_plugin->offers().front().service);
            PluginContext context{services, services.log};
            _plugin->start(context);
        });
}

/// As a pane does it: takes the status of a process that is of no use any more, then refuses.
Refusal SpawnRoom::bury(const StartedProcess& process)
{
    siginfo_t about{};
    while (::waitid(P_PIDFD, static_cast<id_t>(process.pidfd.get()), &about, WEXITED) != 0 && errno == EINTR)
    {
    }
    spawner().reaped(process.pid);
    spawner().rolledBack();
    return *process.givenUp;
}

SpawnRoom::~SpawnRoom()
{
    stop();
}

void SpawnRoom::stop()
{
    if (std::exchange(_stopped, true)) return;
    services.loop.run([&] { _plugin->stop(); });
    services.loop.settle();
}

TestLaunch SpawnRoom::launch(const std::string& params, TerminalSize size)
{
    TestLaunch made;
    made._shared = std::make_shared<TestLaunch::Shared>(params);
    made._shared->room = this;
    services.loop.run(
        [&, shared = made._shared]
        {
            try
            {
                auto request = _spawner->read(*shared->call);
                LaunchIdentity identity{PrincipalId::generated(7), Secret{"vnt1.venomx.g7." + std::string(43, 's')}, PaneId{3}};
                shared->ticket = _spawner->start(std::move(request), std::move(identity), size,
                                                 [shared](LaunchOutcome outcome)
                                                 {
                                                     shared->call.reset();
                                                     if (auto* process = std::get_if<StartedProcess>(&outcome); process && process->givenUp)
                                                         outcome = shared->room->bury(*process);
                                                     shared->promise.set_value(std::move(outcome));
                                                 });
            }
            catch (const Refusal& refusal)
            {
                shared->promise.set_value(refusal);
            }
        });
    return made;
}

std::string SpawnRoom::check(const std::string& params)
{
    return services.loop.run(
        [&]() -> std::string
        {
            FakeCall fake{kSpec, params};
            const Call call = fake.take();
            try
            {
                static_cast<void>(_spawner->read(call));
                return "fine";
            }
            catch (const Refusal& refusal)
            {
                return textOf(refusal);
            }
        });
}

std::string SpawnRoom::argv0(const std::string& params)
{
    return services.loop.run(
        [&]
        {
            FakeCall fake{kSpec, params};
            const Call call = fake.take();
            return _spawner->read(call)->argv0();
        });
}

} // namespace venomx::tests
