#include "tests/window/World.h"

#include <cppunit/extensions/HelperMacros.h>

using namespace venomx;
using namespace venomx::tests;

namespace
{

class WindowVerbsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(WindowVerbsTest);
    CPPUNIT_TEST(creates);
    CPPUNIT_TEST(refusesParameters);
    CPPUNIT_TEST(refusesToCreateWhenStopping);
    CPPUNIT_TEST(failedStartLeavesNothing);
    CPPUNIT_TEST(comesTooLateForAClosedSession);
    CPPUNIT_TEST(lists);
    CPPUNIT_TEST(listsWhatMayBeRead);
    CPPUNIT_TEST(renames);
    CPPUNIT_TEST(resizes);
    CPPUNIT_TEST(refusesSizes);
    CPPUNIT_TEST(selects);
    CPPUNIT_TEST(closes);
    CPPUNIT_TEST(refusesUnknownWindows);
    CPPUNIT_TEST(takesNothingNewWhileClosing);
    CPPUNIT_TEST_SUITE_END();

    static void equals(std::string_view expected, const std::string& got) { CPPUNIT_ASSERT_EQUAL(std::string{expected}, got); }

    void creates()
    {
        World world;
        world.done("session.create", R"({"name":"build"})");
        equals(R"(ok {"pane":"p0","window":"w0","session":"s0","principal":"g1","pid":1000})",
               world.answer("window.create", R"({"session":"build"})"));
        equals("window.created {\"window\":\"w0\",\"session\":\"s0\",\"name\":\"w0\",\"cols\":80,\"rows\":24}\n"
               "pane.created {\"pane\":\"p0\"}\n"
               "layout.changed {\"window\":\"w0\",\"session\":\"s0\",\"cols\":80,\"rows\":24,\"active\":\"p0\"}\n",
               world.events());
        CPPUNIT_ASSERT(world.resources.at(WindowId{0}).creator == PrincipalId::owner());
        CPPUNIT_ASSERT(!world.resources.at(WindowId{0}).own);
        CPPUNIT_ASSERT(world.resources.at(PaneId{0}).creator == PrincipalId::owner());
        CPPUNIT_ASSERT(world.resources.at(PaneId{0}).own == PrincipalId::generated(1));
        equals(R"(ok {"pane":"p1","window":"w1","session":"s0","principal":"g2","pid":1000})",
               world.answer("window.create", R"({"session":"s0","name":"unit tests","cols":1000,"rows":1})"));
        CPPUNIT_ASSERT(world.panes.sizeOf(PaneId{1}) == (TerminalSize{.cols = 1000, .rows = 1}));
        CPPUNIT_ASSERT(world.panes.resizes().empty());
        equals("", world.whyInconsistent());
    }

    void refusesParameters()
    {
        World world;
        equals("refused not_found.session {}", world.answer("window.create", R"({"session":"s0","cols":0})"));
        world.done("session.create");
        const auto create = [&](const std::string& more) { return world.answer("window.create", R"({"session":"s0",)" + more + "}"); };
        for (const std::string size : {"0", "-1", "1001", "4294967376", "9223372036854775807", "-9223372036854775808"})
        {
            equals(R"(refused invalid_params.size {"param":"cols"})", create("\"rows\":0,\"cols\":" + size));
            equals(R"(refused invalid_params.size {"param":"rows"})", create("\"rows\":" + size));
        }
        equals("refused conflict.no_space {}", create(R"("cols":1)"));
        equals(R"(refused invalid_params.name {"param":"name"})", create(R"("name":"a\u001b[2J")"));
        equals(R"(refused invalid_params.name {"param":"name"})", create(R"("name":")" + std::string(257, 'x') + '"'));
        equals("", world.events());
        equals("", world.whyInconsistent());
    }

    void refusesToCreateWhenStopping()
    {
        World world;
        world.done("session.create");
        world.services.daemon.ending = true;
        equals("refused unavailable.shutdown {}", world.answer("window.create", R"({"session":"s0"})"));
        equals("", world.events());
    }

    void failedStartLeavesNothing()
    {
        World world;
        world.done("session.create");
        world.panes.hold(true);
        const auto asked = world.ask("window.create", R"({"session":"s0"})");
        equals(R"(ok {"windows":[]})", world.answer("window.list"));
        world.panes.failOne();
        equals("refused unavailable.spawn {}", asked->answer().str());
        equals(R"(ok {"windows":[]})", world.answer("window.list"));
        equals("", world.events());
        equals("", world.whyInconsistent());
    }

    void comesTooLateForAClosedSession()
    {
        World world;
        world.done("session.create");
        world.panes.hold(true);
        const auto asked = world.ask("window.create", R"({"session":"s0"})");
        world.done("session.close", R"({"session":"s0"})");
        world.panes.startOne();
        equals("refused not_found.session {}", asked->answer().str());
        equals("", world.events());
        CPPUNIT_ASSERT(world.resources.entries().empty());
    }

    void lists()
    {
        World world;
        world.done("session.create");
        world.done("session.create", R"({"name":"b"})");
        world.done("window.create", R"({"session":"s0","name":"one"})");
        world.done("window.create", R"({"session":"b","cols":41,"rows":10})");
        world.done("pane.split", R"({"pane":"p1","axis":"cols"})");
        world.done("pane.split", R"({"pane":"p1","axis":"rows","size":3,"before":true})");
        const std::string first =
            R"({"window":"w0","session":"s0","name":"one","cols":80,"rows":24,"layout":{"pane":"p0","cols":80,"rows":24},"active":"p0"})";
        const std::string second =
            R"({"window":"w1","session":"s1","name":"w1","cols":41,"rows":10,"layout":{"axis":"cols","cells":[{"axis":"rows","cells":[)"
            R"({"pane":"p3","cols":20,"rows":3},{"pane":"p1","cols":20,"rows":6}]},{"pane":"p2","cols":20,"rows":10}]},"active":"p1"})";
        equals(R"(ok {"windows":[)" + first + ',' + second + "]}", world.answer("window.list"));
        equals(R"(ok {"windows":[)" + second + "]}", world.answer("window.list", R"({"session":"b"})"));
        equals("refused not_found.session {}", world.answer("window.list", R"({"session":"s9"})"));
    }

    void listsWhatMayBeRead()
    {
        World world;
        world.done("session.create");
        for (int count = 0; count < 3; ++count) world.done("window.create", R"({"session":"s0"})");
        const auto may = [](Right right, std::optional<ResourceId> on) { return right == Right::read && on == WindowId{1}.resource(); };
        const std::string one =
            R"({"window":"w1","session":"s0","name":"w1","cols":80,"rows":24,"layout":{"pane":"p1","cols":80,"rows":24},"active":"p1"})";
        equals(R"(ok {"windows":[)" + one + "]}", world.answer("window.list", "{}", may));
        equals(R"(ok {"windows":[)" + one + "]}", world.answer("window.list", R"({"session":"s0"})", may));
    }

    void renames()
    {
        World world;
        world.done("session.create");
        world.done("window.create", R"({"session":"s0"})");
        const std::string named = R"(ok {"window":"w0","session":"s0","name":"été 1","cols":80,"rows":24,)"
                                  R"("layout":{"pane":"p0","cols":80,"rows":24},"active":"p0"})";
        equals(named, world.answer("window.rename", R"({"window":"w0","name":"été 1"})"));
        equals("window.renamed {\"window\":\"w0\",\"session\":\"s0\",\"name\":\"été 1\"}\n", world.events());
        equals(named, world.answer("window.rename", R"({"window":"w0","name":"été 1"})"));
        equals(R"(refused invalid_params.name {"param":"name"})", world.answer("window.rename", R"({"window":"w0","name":"a\tb"})"));
        equals("", world.events());
    }

    void resizes()
    {
        World world;
        world.done("session.create");
        world.done("window.create", R"({"session":"s0"})");
        world.done("pane.split", R"({"pane":"p0","axis":"cols"})");
        const std::string resized = R"(ok {"window":"w0","session":"s0","name":"w0","cols":161,"rows":24,"layout":{"axis":"cols","cells":[)"
                                    R"({"pane":"p0","cols":81,"rows":24},{"pane":"p1","cols":79,"rows":24}]},"active":"p0"})";
        equals(resized, world.answer("window.resize", R"({"window":"w0","cols":161,"rows":24})"));
        equals("window.resized {\"window\":\"w0\",\"session\":\"s0\",\"cols\":161,\"rows\":24}\n", world.events());
        CPPUNIT_ASSERT(world.panes.sizeOf(PaneId{0}) == (TerminalSize{.cols = 81, .rows = 24}));
        CPPUNIT_ASSERT(world.panes.sizeOf(PaneId{1}) == (TerminalSize{.cols = 79, .rows = 24}));
        equals(resized, world.answer("window.resize", R"({"window":"w0","cols":161,"rows":24})"));
        equals("", world.events()); // nothing changed
        equals("", world.whyInconsistent());
    }

    void refusesSizes()
    {
        World world;
        world.done("session.create");
        world.done("window.create", R"({"session":"s0"})");
        world.done("pane.split", R"({"pane":"p0","axis":"cols"})");
        equals(R"(refused invalid_params.size {"param":"cols"})", world.answer("window.resize", R"({"window":"w0","cols":0,"rows":0})"));
        equals(R"(refused invalid_params.size {"param":"rows"})", world.answer("window.resize", R"({"window":"w0","cols":9,"rows":1001})"));
        equals("refused conflict.no_space {}", world.answer("window.resize", R"({"window":"w0","cols":4,"rows":24})"));
        equals("", world.events());
        equals("", world.whyInconsistent());
        world.done("window.resize", R"({"window":"w0","cols":5,"rows":1})");
        equals("", world.whyInconsistent());
    }

    void selects()
    {
        World world;
        world.done("session.create");
        world.done("window.create", R"({"session":"s0"})");
        world.done("window.create", R"({"session":"s0"})");
        world.done("pane.split", R"({"pane":"p0","axis":"rows"})");
        const std::string selected = R"(ok {"window":"w0","session":"s0","name":"w0","cols":80,"rows":24,"layout":{"axis":"rows","cells":[)"
                                     R"({"pane":"p0","cols":80,"rows":12},{"pane":"p2","cols":80,"rows":11}]},"active":"p2"})";
        equals(selected, world.answer("window.select", R"({"window":"w0","pane":"p2"})"));
        equals("layout.changed {\"window\":\"w0\",\"session\":\"s0\",\"cols\":80,\"rows\":24,\"active\":\"p2\"}\n", world.events());
        equals(selected, world.answer("window.select", R"({"window":"w0","pane":"p2"})"));
        equals("refused not_found.pane {}", world.answer("window.select", R"({"window":"w0","pane":"p1"})"));
        equals("refused not_found.pane {}", world.answer("window.select", R"({"window":"w0","pane":"p9"})"));
        equals("", world.events());
    }

    void closes()
    {
        World world;
        world.done("session.create");
        world.done("window.create", R"({"session":"s0"})");
        world.done("pane.split", R"({"pane":"p0","axis":"cols","before":true})");
        world.panes.hold(true);
        const auto asked = world.ask("window.close", R"({"window":"w0","grace_ms":0})");
        CPPUNIT_ASSERT(world.panes.lastGrace() == std::chrono::milliseconds{0});
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, world.panes.closing().size());
        world.panes.endOne(PaneId{0});
        equals("pane.closed {\"pane\":\"p0\"}\nlayout.changed "
               "{\"window\":\"w0\",\"session\":\"s0\",\"cols\":80,\"rows\":24,\"active\":\"p1\"}\n",
               world.events());
        equals("pending", asked->answer().str());
        world.panes.endOne(PaneId{1});
        equals(R"(ok {"window":"w0","panes":["p1","p0"]})", asked->answer().str());
        equals("pane.closed {\"pane\":\"p1\"}\nwindow.closed {\"window\":\"w0\",\"session\":\"s0\"}\n", world.events());
        equals(R"(ok {"windows":[]})", world.answer("window.list"));
        CPPUNIT_ASSERT(world.workspace().sessions() == std::vector{SessionId{0}}); // the session stays
        equals("", world.whyInconsistent());
    }

    void refusesUnknownWindows()
    {
        World world;
        for (const std::string verb : {"window.close", "window.rename", "window.resize", "window.select"})
            equals("refused not_found.window {}", world.answer(verb, R"({"window":"w0","name":"\n","cols":0,"rows":0,"pane":"p0"})"));
    }

    void takesNothingNewWhileClosing()
    {
        World world;
        world.done("session.create");
        world.done("window.create", R"({"session":"s0"})");
        world.panes.hold(true);
        const auto split = world.split(R"({"pane":"p0","axis":"rows"})");
        const auto close = world.ask("window.close", R"({"window":"w0"})");
        world.panes.startOne();
        equals("refused not_found.pane {}", split->answer().str());
        // The session still takes windows.
        const auto window = world.ask("window.create", R"({"session":"s0"})");
        world.panes.startOne();
        CPPUNIT_ASSERT(window->answer().kind == Answer::Kind::ok);
        world.panes.endOne(PaneId{0});
        equals(R"(ok {"window":"w0","panes":["p0"]})", close->answer().str());
        equals("", world.whyInconsistent());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WindowVerbsTest);

} // namespace
