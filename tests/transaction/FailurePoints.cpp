#include "FailurePoints.h"

#include "tests/spawn/Lease.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <memory>

namespace venomx::tests
{
namespace
{

using Rows = std::vector<FailurePoint>;

constexpr const char* kResource = R"(refused unavailable.spawn {"reason":"resource"})";
constexpr const char* kCancelled = "refused unavailable.cancelled {}";

std::string because(const char* code, const char* reason)
{
    return "refused unavailable." + std::string{code} + R"( {"reason":")" + reason + "\"}";
}

struct NamedStep
{
    const char* name;
    Step step;
};
/// `mapStack` is not among them: a stack is there once a process has been started.
constexpr std::array kSystemSteps{
    NamedStep{"open the terminal", Step::openTerminal},
    NamedStep{"unlock the terminal", Step::unlockTerminal},
    NamedStep{"open its other side", Step::openPeer},
    NamedStep{"size the terminal", Step::setUpTerminal},
    NamedStep{"clone", Step::clone},
    NamedStep{"learn the exec", Step::processFlags},
};
constexpr std::array kDirectorySteps{NamedStep{"resolve the directory", Step::realPath},
                                     NamedStep{"look at the directory", Step::isDirectory}};

void addChecks(Rows& rows)
{
    rows.push_back(
        {.name = "reserve a window", .expected = "refused conflict.no_space {}", .more = R"(,"cols":1)", .placed = Placed::window});
    rows.push_back({.name = "size of a window",
                    .expected = R"(refused invalid_params.size {"param":"rows"})",
                    .more = R"(,"rows":1001)",
                    .placed = Placed::window});
    rows.push_back(
        {.name = "reserve a cell", .expected = "refused conflict.no_space {}", .more = R"(,"size":79)", .placed = Placed::split});
    rows.push_back({.name = "size of a cell",
                    .expected = R"(refused invalid_params.size {"param":"percent"})",
                    .more = R"(,"percent":101)",
                    .placed = Placed::split});
    rows.push_back({.name = "syntax of grants",
                    .expected = R"(refused invalid_params.grant_scope {"param":"grants.0.scope"})",
                    .more = R"(,"grants":[{"right":"read","scope":"here"}])"});
    rows.push_back({.name = "limit of panes",
                    .expected = R"(refused conflict.limit {"limit":"panes"})",
                    .arrange = [](TransactionRoom& room, FakeCall&) { room.onLoop([&] { room.principals.limit({.panes = 2}); }); },
                    .disarm = [](TransactionRoom& room) { room.onLoop([&] { room.principals.limit({.panes = 3}); }); }});
    rows.push_back({.name = "syntax of argv",
                    .expected = R"(refused invalid_params.argv {"param":"program","reason":"empty"})",
                    .more = R"(,"program":"")"});
    rows.push_back({.name = "syntax of cwd",
                    .expected = R"(refused invalid_params.cwd {"param":"cwd","reason":"relative"})",
                    .more = R"(,"cwd":"x")"});
    rows.push_back({.name = "syntax of env",
                    .expected = R"(refused invalid_params.env {"param":"env_unset.0","reason":"reserved"})",
                    .more = R"(,"env_unset":["VENOMX_PANE"])"});
    rows.push_back({.name = "find a worker",
                    .expected = kResource,
                    .more = R"(,"cwd":"/")",
                    .arrange = [](TransactionRoom& room, FakeCall&) { room.workers.refuse(true); },
                    .disarm = [](TransactionRoom& room) { room.workers.refuse(false); }});
}

void addSystemCalls(Rows& rows)
{
    const auto failing = [&](const NamedStep& named, int error, std::string expected)
    {
        rows.push_back({.name = named.name,
                        .expected = std::move(expected),
                        .more = R"(,"cwd":"/tmp")",
                        .arrange = [step = named.step, error](TransactionRoom& room, FakeCall&) { room.outside->fail(step, error); },
                        .disarm = [step = named.step](TransactionRoom& room) { room.outside->fail(step, 0); }});
    };
    for (const NamedStep& named : kDirectorySteps)
    {
        failing(named, ENOENT, "refused not_found.cwd {}");
        failing(named, EACCES, because("cwd", "permission"));
        failing(named, EIO, because("cwd", "other"));
    }
    for (const NamedStep& named : kSystemSteps) failing(named, EMFILE, kResource);
}

/// The client gives up just before each step.
void addCancels(Rows& rows)
{
    std::vector<NamedStep> steps{kDirectorySteps.begin(), kDirectorySteps.end()};
    steps.insert(steps.end(), kSystemSteps.begin(), kSystemSteps.end());
    for (const NamedStep& named : steps)
        rows.push_back({.name = std::string{"cancelled, then "} + named.name,
                        .expected = kCancelled,
                        .more = R"(,"cwd":"/tmp")",
                        .arrange = [step = named.step](TransactionRoom& room, FakeCall& asked)
                        { room.outside->before(step, [&] { room.onLoop([&] { asked.cancel(); }); }); },
                        .disarm = [step = named.step](TransactionRoom& room) { room.outside->before(step, nullptr); }});
}

/// Kills the child that waits in the kernel for its program.
void killTheStuckChild(const TransactionRoom&)
{
    std::vector<pid_t> all;
    if (!eventually([&] { return (all = children()).size() == 3; })) throw std::runtime_error("no child");
    ::kill(*std::ranges::max_element(all), SIGKILL);
}

void addChild(Rows& rows, const TempFolder& folder)
{
    const std::string gone = folder.path("gone");
    rows.push_back({.name = "enter the directory",
                    .expected = because("cwd", "changed"),
                    .more = ",\"cwd\":" + jsonText(gone),
                    .arrange =
                        [gone](TransactionRoom& room, FakeCall&)
                    {
                        std::filesystem::create_directory(gone);
                        room.outside->before(Step::openTerminal, [gone] { std::filesystem::remove(gone); });
                    },
                    .disarm = [](TransactionRoom& room) { room.outside->before(Step::openTerminal, nullptr); }});
    const auto program = [&](const char* name, const std::string& path, const char* reason)
    { rows.push_back({.name = name, .expected = because("spawn", reason), .more = ",\"program\":" + jsonText(path)}); };
    program("find the program", folder.path("missing"), "not_found");
    program("permission of the program", folder.file("plain", "#!/bin/sh\n", 0644), "permission");
    program("format of the program", folder.file("text", "echo no\n"), "exec_format");
    rows.push_back({.name = "room for the environment",
                    .expected = because("spawn", "too_large"),
                    .more = R"(,"argv":["true",")" + std::string(200'000, 'a') + "\"]"});

    const std::string slow = folder.file("slow", "#!/bin/sh\n");
    const auto lease = std::make_shared<std::unique_ptr<Lease>>();
    const auto hold = [slow, lease](TransactionRoom&, FakeCall&) { *lease = std::make_unique<Lease>(slow); };
    const auto giveBack = [lease](TransactionRoom&) { lease->reset(); };
    rows.push_back({.name = "child killed before exec",
                    .expected = because("spawn", "other"),
                    .more = ",\"program\":" + jsonText(slow),
                    .arrange = hold,
                    .disarm = giveBack,
                    .meanwhile = killTheStuckChild});
    rows.push_back({.name = "exec takes too long",
                    .expected = because("spawn", "other"),
                    .more = ",\"program\":" + jsonText(slow),
                    .arrange = hold,
                    .disarm = giveBack,
                    .settings = {{"spawn.timeout_ms", "150"}}});
}

/// What other requests did while the program was started, and the last things that the system may refuse.
void addCommits(Rows& rows)
{
    const auto request = [](const char* verb, const char* params)
    { return [verb, params](TransactionRoom& room) { static_cast<void>(room.answer(verb, params)); }; };
    rows.push_back({.name = "the session was closed",
                    .expected = "refused not_found.session {}",
                    .placed = Placed::window,
                    .target = R"("session":"s1")",
                    .overtake = request("session.close", R"({"session":"s1"})")});
    rows.push_back({.name = "the cell was taken",
                    .expected = "refused conflict.no_space {}",
                    .placed = Placed::split,
                    .overtake = request("window.resize", R"({"window":"w0","cols":4,"rows":4})")});
    rows.push_back({.name = "the pane was closed",
                    .expected = "refused not_found.pane {}",
                    .placed = Placed::split,
                    .overtake = request("pane.close", R"({"pane":"p0","grace_ms":0})")});
    for (const int refusals : {1, 2})
        rows.push_back({.name = "wait for its end, refused " + std::to_string(refusals) + " times",
                        .expected = R"(refused internal.plugin {})",
                        .arrange = [refusals](TransactionRoom& room, FakeCall&) { room.loop.refuseWatches(refusals); }});
    rows.push_back({.name = "the pane itself, for want of memory",
                    .expected = R"(refused internal.plugin {})",
                    .arrange = [](TransactionRoom& room, FakeCall&) { room.clock.refuseOnce(); }});
}

} // namespace

std::vector<FailurePoint> failurePoints(const TempFolder& folder)
{
    Rows rows;
    addChecks(rows);
    addSystemCalls(rows);
    addCancels(rows);
    addChild(rows, folder);
    addCommits(rows);
    return rows;
}

} // namespace venomx::tests
