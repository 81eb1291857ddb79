// What stands in for other plugins and the kernel does as its header says: a plugin's tests are only as good as that.
#include <cppunit/extensions/HelperMacros.h>
#include <csignal>
#include <memory>
#include <optional>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <variant>
#include <vector>
#include <venomx/sdk/errors.h>
#include <venomx/sdk/testing/fake_call.h>
#include <venomx/sdk/testing/fake_layout.h>
#include <venomx/sdk/testing/fake_panes.h>
#include <venomx/sdk/testing/fake_services.h>
#include <venomx/sdk/testing/fake_spawner.h>
#include <venomx/sdk/testing/fake_workspace.h>

namespace venomx::tests
{
namespace
{

using namespace venomx::testing;

constexpr SettingSpec kSettings[] = {
    {.key = "fake.word", .fallback = "a", .choices = {"a", "b"}},
    {.key = "fake.count", .kind = SettingSpec::Kind::integer, .fallback = "3", .maximum = 9},
    {.key = "fake.loud", .kind = SettingSpec::Kind::boolean, .fallback = "false"},
    {.key = "fake.names", .kind = SettingSpec::Kind::list},
};

constexpr Type kWord = Type::string();
constexpr Param kParams[] = {{.name = "argv", .type = Type::array(kWord), .summary = "Words"}};
constexpr VerbSpec kStart{.name = "fake.start", .summary = "Start", .params = kParams};

/// The pid that came of a start; -1 for one that was refused, whose code is `refused` then.
struct Outcome
{
    pid_t pid{-1};
    std::string refused{};
};

} // namespace

class FakesTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(FakesTest);
    CPPUNIT_TEST(settingsAreReadAsADaemonReadsThem);
    CPPUNIT_TEST(aValueThatADaemonWouldRefuseIsRefused);
    CPPUNIT_TEST(aWorkspaceHoldsWhatTheTestPutThere);
    CPPUNIT_TEST(aLayoutKnowsWhereItsPanesAre);
    CPPUNIT_TEST(panesThatNobodyMadeAreNotThere);
    CPPUNIT_TEST(startsWaitForTheirRelease);
    CPPUNIT_TEST(whatIsLeftOfASpawnersProcessesEndsWithIt);
    CPPUNIT_TEST(heldJobsWait);
    CPPUNIT_TEST(whatADaemonTellsOfItself);
    CPPUNIT_TEST(checksAndCountersThatAreNotThere);
    CPPUNIT_TEST_SUITE_END();

    FakeServices _services;

public:
    void settingsAreReadAsADaemonReadsThem()
    {
        FakeSettings settings{kSettings};
        CPPUNIT_ASSERT_EQUAL(std::string{"a"}, settings.text("fake.word"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{3}, settings.integer("fake.count"));
        CPPUNIT_ASSERT(!settings.boolean("fake.loud"));
        CPPUNIT_ASSERT(settings.list("fake.names").empty());
        settings.set("fake.word", "b");
        settings.set("fake.count", "-4");
        settings.set("fake.loud", "true");
        settings.set("fake.names", " one,\ttwo words , three");
        CPPUNIT_ASSERT_EQUAL(std::string{"b"}, settings.text("fake.word"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{-4}, settings.integer("fake.count"));
        CPPUNIT_ASSERT(settings.boolean("fake.loud"));
        CPPUNIT_ASSERT((std::vector<std::string>{"one", "two words", "three"}) == settings.list("fake.names"));
    }

    void aValueThatADaemonWouldRefuseIsRefused()
    {
        FakeSettings settings{kSettings};
        settings.set("fake.word", "c");
        settings.set("fake.count", "10");
        settings.set("fake.loud", "yes");
        settings.set("fake.names", "one,,two");
        CPPUNIT_ASSERT_THROW((void)settings.text("fake.word"), std::logic_error);
        CPPUNIT_ASSERT_THROW((void)settings.integer("fake.count"), std::logic_error);
        CPPUNIT_ASSERT_THROW((void)settings.boolean("fake.loud"), std::logic_error);
        CPPUNIT_ASSERT_THROW((void)settings.list("fake.names"), std::logic_error);
        CPPUNIT_ASSERT_THROW(settings.set("fake.other", "x"), std::logic_error);
        CPPUNIT_ASSERT_THROW((void)settings.text("fake.other"), std::logic_error);
        CPPUNIT_ASSERT_THROW((void)settings.text("fake.count"), std::logic_error);
    }

    void aWorkspaceHoldsWhatTheTestPutThere()
    {
        FakeWorkspace workspace;
        const SessionId session{1};
        CPPUNIT_ASSERT(workspace.sessions().empty() && workspace.windows(session).empty() && !workspace.name(session));
        workspace.all[session] = {.name = "work", .windows = {{WindowId{4}, {PaneId{9}, PaneId{2}}}, {WindowId{3}, {}}}};
        CPPUNIT_ASSERT(workspace.sessions() == std::vector{session});
        CPPUNIT_ASSERT((workspace.windows(session) == std::vector{WindowId{3}, WindowId{4}}));
        CPPUNIT_ASSERT((workspace.panes(WindowId{4}) == std::vector{PaneId{9}, PaneId{2}}));
        CPPUNIT_ASSERT(workspace.panes(WindowId{3}).empty() && workspace.panes(WindowId{5}).empty());
        CPPUNIT_ASSERT_EQUAL(std::string{"work"}, workspace.name(session).value());
    }

    void aLayoutKnowsWhereItsPanesAre()
    {
        FakeResources resources;
        FakeEvents events;
        FakeLayout layout{events, resources};
        const PaneId pane{resources.allocate(ResourceKind::pane).number};
        CPPUNIT_ASSERT(!layout.place(pane));
        const auto placement = layout.newPlacement({.cols = 80, .rows = 24});
        placement->commit({.pane = pane, .principal = PrincipalId::generated(1), .creator = PrincipalId::owner()});
        const std::optional<PanePlace> place = layout.place(pane);
        CPPUNIT_ASSERT(place && place->window == placement->window() && place->session == placement->session());
        CPPUNIT_ASSERT(place->size.cols == 80 && place->size.rows == 24);
        layout.removed(pane);
        CPPUNIT_ASSERT(!layout.place(pane));
    }

    void panesThatNobodyMadeAreNotThere()
    {
        FakeResources resources;
        FakeEvents events;
        FakePanes panes{resources, events};
        CPPUNIT_ASSERT(!panes.exists(PaneId{1}) && !panes.exited(PaneId{1}));
        CPPUNIT_ASSERT_THROW((void)panes.sizeOf(PaneId{1}), std::out_of_range);
        CPPUNIT_ASSERT_THROW(panes.startOne(), std::logic_error);
    }

    void startsWaitForTheirRelease()
    {
        std::optional<FakeSpawner> spawner;
        std::vector<Outcome> outcomes;
        std::vector<std::shared_ptr<LaunchTicket>> tickets;
        _services.loop.run(
            [&]
            {
                spawner.emplace(_services.loop);
                spawner->hold = true;
                for (int i = 0; i < 3; ++i) tickets.push_back(start(*spawner, outcomes));
            });
        _services.loop.settle();
        CPPUNIT_ASSERT(outcomes.empty() && spawner->running().empty());
        _services.loop.run([&] { tickets[1]->cancel(); });
        _services.loop.settle();
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, outcomes.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"unavailable.cancelled"}, outcomes[0].refused);
        _services.loop.run([&] { spawner->release(); });
        _services.loop.settle();
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, outcomes.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, spawner->running().size());
        CPPUNIT_ASSERT((spawner->started() == std::vector<std::string>{"make", "make"}));
        // Once is all: neither another release nor a cancel that comes too late tells anybody anything.
        _services.loop.run(
            [&]
            {
                spawner->release();
                tickets[1]->cancel();
                tickets[2]->cancel();
            });
        _services.loop.settle();
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, outcomes.size());
        _services.loop.run([&] { spawner.reset(); });
    }

    void whatIsLeftOfASpawnersProcessesEndsWithIt()
    {
        std::vector<Outcome> outcomes;
        {
            std::optional<FakeSpawner> spawner;
            _services.loop.run(
                [&]
                {
                    spawner.emplace(_services.loop);
                    (void)start(*spawner, outcomes);
                });
            _services.loop.settle();
            CPPUNIT_ASSERT_EQUAL(0, ::kill(outcomes.at(0).pid, 0));
            _services.loop.run([&] { spawner.reset(); });
        }
        CPPUNIT_ASSERT_EQUAL(-1, ::waitpid(outcomes.at(0).pid, nullptr, WNOHANG));
        CPPUNIT_ASSERT_EQUAL(ECHILD, errno);
    }

    void heldJobsWait()
    {
        std::atomic<int> ran{0};
        _services.workers.hold(true);
        for (int i = 0; i < 3; ++i) _services.workers.submit([&] { ++ran; });
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, _services.workers.busy());
        CPPUNIT_ASSERT_EQUAL(0, ran.load());
        _services.workers.hold(false);
        _services.workers.drain();
        CPPUNIT_ASSERT_EQUAL(3, ran.load());
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, _services.workers.busy());
    }

    void whatADaemonTellsOfItself()
    {
        const DaemonInfo& daemon = _services.daemon;
        CPPUNIT_ASSERT_EQUAL(std::size_t{16}, daemon.boot().size());
        CPPUNIT_ASSERT(!daemon.version().empty());
        CPPUNIT_ASSERT(daemon.started() <= std::chrono::system_clock::now());
    }

    void checksAndCountersThatAreNotThere()
    {
        const FakeHealth health;
        CPPUNIT_ASSERT_THROW((void)health.run("fake.check"), std::out_of_range);
        CPPUNIT_ASSERT_THROW((void)health.placeOf("fake.check"), std::out_of_range);
        CPPUNIT_ASSERT_THROW((void)health.count("fake.count"), std::out_of_range);
        CPPUNIT_ASSERT(health.moved().empty() && health.checkNames().empty());
    }

private:
    /// Control loop.
    static std::shared_ptr<LaunchTicket> start(FakeSpawner& spawner, std::vector<Outcome>& outcomes)
    {
        FakeCall fake{kStart, R"({"argv":["/usr/bin/make","all"]})"};
        const Call call = fake.take();
        return spawner.start(spawner.read(call), {}, {},
                             [&outcomes](const LaunchOutcome& outcome)
                             {
                                 if (const auto* process = std::get_if<StartedProcess>(&outcome))
                                     outcomes.push_back({.pid = process->pid});
                                 else
                                     outcomes.push_back({.refused = std::string{std::get<Refusal>(outcome).code()}});
                             });
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FakesTest);

} // namespace venomx::tests
