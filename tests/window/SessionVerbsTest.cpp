#include "tests/window/World.h"

#include <cppunit/extensions/HelperMacros.h>

using namespace venomx;
using namespace venomx::tests;

namespace
{

class SessionVerbsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(SessionVerbsTest);
    CPPUNIT_TEST(creates);
    CPPUNIT_TEST(refusesNames);
    CPPUNIT_TEST(allowsItsOwnIdAsName);
    CPPUNIT_TEST(refusesToCreateWhenStopping);
    CPPUNIT_TEST(lists);
    CPPUNIT_TEST(listsWhatMayBeRead);
    CPPUNIT_TEST(renames);
    CPPUNIT_TEST(refusesToRename);
    CPPUNIT_TEST(closesAnEmptySession);
    CPPUNIT_TEST(closesAllPanesAtOnce);
    CPPUNIT_TEST(passesTheGraceOn);
    CPPUNIT_TEST(joinsACloseUnderWay);
    CPPUNIT_TEST(takesNothingNewWhileClosing);
    CPPUNIT_TEST(answersClosesWhenStopping);
    CPPUNIT_TEST_SUITE_END();

    static void equals(std::string_view expected, const std::string& got) { CPPUNIT_ASSERT_EQUAL(std::string{expected}, got); }

    void creates()
    {
        World world;
        equals(R"(ok {"session":"s0","name":"build"})", world.answer("session.create", R"({"name":"build"})"));
        equals(R"(ok {"session":"s1","name":"s1"})", world.answer("session.create"));
        equals("session.created {\"session\":\"s0\",\"name\":\"build\"}\nsession.created {\"session\":\"s1\",\"name\":\"s1\"}\n",
               world.events());
        equals("build", world.resources.at(SessionId{0}).name);
        CPPUNIT_ASSERT(world.resources.at(SessionId{0}).creator == PrincipalId::owner());
        equals("", world.whyInconsistent());
    }

    void refusesNames()
    {
        World world;
        world.done("session.create", R"({"name":"build"})");
        for (const std::string& name : std::vector<std::string>{"", "a b", "p3", "g12", "w0", "s0", std::string(65, 'x')})
            equals(R"(refused invalid_params.name {"param":"name"})", world.answer("session.create", R"({"name":")" + name + "\"}"));
        equals("refused conflict.name {}", world.answer("session.create", R"({"name":"build"})"));
        equals("", world.events());
        equals("", world.whyInconsistent());
    }

    void allowsItsOwnIdAsName()
    {
        World world;
        equals(R"(ok {"session":"s0","name":"s0"})", world.answer("session.create", R"({"name":"s0"})"));
        equals(R"(ok {"session":"s0","name":"a"})", world.answer("session.rename", R"({"session":"s0","name":"a"})"));
        equals(R"(ok {"session":"s0","name":"s0"})", world.answer("session.rename", R"({"session":"a","name":"s0"})"));
    }

    void refusesToCreateWhenStopping()
    {
        World world;
        world.services.daemon.ending = true;
        equals("refused unavailable.shutdown {}", world.answer("session.create"));
        equals("", world.events());
    }

    void lists()
    {
        World world;
        equals(R"(ok {"sessions":[]})", world.answer("session.list"));
        world.services.clock.set({}, std::chrono::sys_days{std::chrono::year{2026} / 11 / 30} + std::chrono::milliseconds{42});
        world.done("session.create", R"({"name":"build"})");
        world.done("session.create");
        world.done("window.create", R"({"session":"build"})");
        world.done("window.create", R"({"session":"s0"})");
        equals(R"(ok {"sessions":[{"session":"s0","name":"build","windows":["w0","w1"],"created":"2026-11-30T00:00:00.042Z"},)"
               R"({"session":"s1","name":"s1","windows":[],"created":"2026-11-30T00:00:00.042Z"}]})",
               world.answer("session.list"));
    }

    void listsWhatMayBeRead()
    {
        World world;
        world.services.clock.set({}, std::chrono::sys_days{std::chrono::year{2026} / 11 / 30});
        world.done("session.create");
        world.done("session.create");
        world.done("window.create", R"({"session":"s1"})");
        world.done("window.create", R"({"session":"s1"})");
        const auto may = [](Right right, std::optional<ResourceId> on)
        { return right == Right::read && (on == SessionId{1}.resource() || on == WindowId{1}.resource()); };
        equals(R"(ok {"sessions":[{"session":"s1","name":"s1","windows":["w1"],"created":"2026-11-30T00:00:00.000Z"}]})",
               world.answer("session.list", "{}", may));
    }

    void renames()
    {
        World world;
        world.done("session.create");
        equals(R"(ok {"session":"s0","name":"release"})", world.answer("session.rename", R"({"session":"s0","name":"release"})"));
        equals("session.renamed {\"session\":\"s0\",\"name\":\"release\"}\n", world.events());
        equals(R"(ok {"session":"s0","name":"release"})", world.answer("session.rename", R"({"session":"release","name":"release"})"));
        equals("", world.events()); // nothing changed
        equals("", world.whyInconsistent());
    }

    void refusesToRename()
    {
        World world;
        world.done("session.create", R"({"name":"a"})");
        world.done("session.create", R"({"name":"b"})");
        equals("refused not_found.session {}", world.answer("session.rename", R"({"session":"s7","name":"c"})"));
        equals("refused conflict.name {}", world.answer("session.rename", R"({"session":"a","name":"b"})"));
        equals("refused conflict.name {}", world.answer("session.rename", R"({"session":"b","name":"a"})"));
        equals(R"(refused invalid_params.name {"param":"name"})", world.answer("session.rename", R"({"session":"a","name":"s1"})"));
        equals("", world.events());
        equals("", world.whyInconsistent());
    }

    void closesAnEmptySession()
    {
        World world;
        world.done("session.create", R"({"name":"a"})");
        equals(R"(ok {"session":"s0","panes":[]})", world.answer("session.close", R"({"session":"a"})"));
        equals("session.closed {\"session\":\"s0\"}\n", world.events());
        equals("refused not_found.session {}", world.answer("session.close", R"({"session":"s0"})"));
        // Its name is free again, its id is not.
        equals(R"(ok {"session":"s1","name":"a"})", world.answer("session.create", R"({"name":"a"})"));
        equals("", world.whyInconsistent());
    }

    /// A session of two windows, p0 and p2 in the first, p1 in the second, that is being closed.
    static World::Asked closing(World& world, std::string_view params = R"({"session":"s0"})")
    {
        world.done("session.create");
        world.done("window.create", R"({"session":"s0"})");
        world.done("window.create", R"({"session":"s0"})");
        world.done("pane.split", R"({"pane":"p0","axis":"cols"})");
        world.panes.hold(true);
        return world.ask("session.close", params);
    }

    void closesAllPanesAtOnce()
    {
        World world;
        const auto asked = closing(world);
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, world.panes.closing().size());
        world.panes.endOne(PaneId{1});
        world.panes.endOne(PaneId{0});
        equals("pending", asked->answer().str());
        equals("", world.whyInconsistent());
        (void)world.published.take();
        world.panes.endOne(PaneId{2});
        equals(R"(ok {"session":"s0","panes":["p0","p2","p1"]})", asked->answer().str());
        equals("pane.closed {\"pane\":\"p2\"}\nwindow.closed {\"window\":\"w0\",\"session\":\"s0\"}\nsession.closed {\"session\":\"s0\"}\n",
               world.events());
        CPPUNIT_ASSERT(asked->gone());
        equals("", world.whyInconsistent());
    }

    void passesTheGraceOn()
    {
        World world;
        const auto asked = closing(world, R"({"session":"s0","grace_ms":250})");
        CPPUNIT_ASSERT(world.panes.lastGrace() == std::chrono::milliseconds{250});
        equals("pending", asked->answer().str());
    }

    void joinsACloseUnderWay()
    {
        World world;
        const auto first = closing(world);
        const auto second = world.ask("session.close", R"({"session":"s0"})");
        const auto window = world.ask("window.close", R"({"window":"w1"})");
        CPPUNIT_ASSERT(!world.panes.lastGrace());
        world.panes.endOne(PaneId{1});
        equals(R"(ok {"window":"w1","panes":["p1"]})", window->answer().str());
        equals("refused not_found.window {}", world.answer("window.close", R"({"window":"w1"})"));
        world.panes.endOne(PaneId{0});
        (void)world.published.take();
        world.panes.endOne(PaneId{2});
        for (const auto* asked : {&first, &second}) equals(R"(ok {"session":"s0","panes":["p0","p2","p1"]})", (*asked)->answer().str());
        equals("pane.closed {\"pane\":\"p2\"}\nwindow.closed {\"window\":\"w0\",\"session\":\"s0\"}\nsession.closed {\"session\":\"s0\"}\n",
               world.events());
    }

    void takesNothingNewWhileClosing()
    {
        World world;
        world.done("session.create");
        world.done("window.create", R"({"session":"s0"})");
        world.panes.hold(true);
        const auto window = world.ask("window.create", R"({"session":"s0"})");
        const auto split = world.split(R"({"pane":"p0","axis":"rows"})");
        const auto close = world.ask("session.close", R"({"session":"s0"})");
        equals("refused not_found.session {}", world.answer("window.create", R"({"session":"s0"})"));
        equals("refused not_found.pane {}", world.split(R"({"pane":"p0","axis":"rows"})")->answer().str());
        // Those that were on their way come too late.
        world.panes.startOne();
        world.panes.startOne();
        equals("refused not_found.session {}", window->answer().str());
        equals("refused not_found.pane {}", split->answer().str());
        world.panes.endOne(PaneId{0});
        equals(R"(ok {"session":"s0","panes":["p0"]})", close->answer().str());
        equals("", world.whyInconsistent());
        CPPUNIT_ASSERT(world.resources.entries().empty());
    }

    void answersClosesWhenStopping()
    {
        World world;
        const auto asked = closing(world);
        world.plugin.stop();
        equals("refused unavailable.shutdown {}", asked->answer().str());
        for (const unsigned pane : {0, 1, 2}) world.panes.endOne(PaneId{pane});
        CPPUNIT_ASSERT_EQUAL(0, asked->extraAnswers());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SessionVerbsTest);

} // namespace
