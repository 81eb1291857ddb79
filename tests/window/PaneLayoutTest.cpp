#include "tests/window/World.h"

#include <cppunit/extensions/HelperMacros.h>

using namespace venomx;
using namespace venomx::tests;

namespace
{

constexpr std::string_view kChanged = "layout.changed {\"window\":\"w0\",\"session\":\"s0\",\"cols\":80,\"rows\":24,\"active\":\"p0\"}\n";

class PaneLayoutTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(PaneLayoutTest);
    CPPUNIT_TEST(splits);
    CPPUNIT_TEST(refusesSplitsWithoutRoomAtOnce);
    CPPUNIT_TEST(tellsMalformedSizesAfterTheTarget);
    CPPUNIT_TEST(splitsTheLayoutOfTheCommit);
    CPPUNIT_TEST(roomTakenMeanwhile);
    CPPUNIT_TEST(sourceGoneMeanwhile);
    CPPUNIT_TEST(places);
    CPPUNIT_TEST(resizes);
    CPPUNIT_TEST(refusesToResize);
    CPPUNIT_TEST(removes);
    CPPUNIT_TEST(movesTheActivePane);
    CPPUNIT_TEST(answersForTheWorkspace);
    CPPUNIT_TEST_SUITE_END();

    static void equals(std::string_view expected, const std::string& got) { CPPUNIT_ASSERT_EQUAL(std::string{expected}, got); }

    static TerminalSize sized(int cols, int rows) { return {.cols = cols, .rows = rows}; }

    static std::unique_ptr<World> oneWindow(std::string_view params = R"({"session":"s0"})")
    {
        auto world = std::make_unique<World>();
        world->done("session.create");
        world->done("window.create", params);
        return world;
    }

    void splits()
    {
        const auto world = oneWindow();
        equals(R"(ok {"pane":"p1","window":"w0","session":"s0","principal":"g2","pid":1000})",
               world->split(R"({"pane":"p0","axis":"rows","percent":25})")->answer().str());
        equals("pane.created {\"pane\":\"p1\"}\n" + std::string{kChanged}, world->events());
        CPPUNIT_ASSERT(world->panes.sizeOf(PaneId{0}) == sized(80, 17));
        CPPUNIT_ASSERT(world->panes.sizeOf(PaneId{1}) == sized(80, 6));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world->panes.resizes().at(PaneId{0}));
        CPPUNIT_ASSERT(world->resources.at(PaneId{1}).own == PrincipalId::generated(2));
        equals("", world->whyInconsistent());
    }

    void refusesSplitsWithoutRoomAtOnce()
    {
        const auto world = oneWindow(R"({"session":"s0","cols":4,"rows":2})");
        world->panes.hold(true);
        for (const std::string params :
             {R"("axis":"cols")", R"("axis":"rows")", R"("axis":"cols","size":2)", R"("axis":"cols","percent":100)"})
            equals("refused conflict.no_space {}", world->split(R"({"pane":"p0",)" + params + "}")->answer().str());
        equals("refused not_found.pane {}", world->split(R"({"pane":"p7","axis":"cols"})")->answer().str());
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, world->panes.starting());
        equals("", world->events());
    }

    void tellsMalformedSizesAfterTheTarget()
    {
        const auto world = oneWindow();
        const auto split = [&](const std::string& more)
        { return world->split(R"({"pane":"p0","axis":"cols",)" + more + "}")->answer().str(); };
        for (const std::string size : {"0", "-3", "1001", "4294967316"})
            equals(R"(refused invalid_params.size {"param":"size"})", split("\"size\":" + size));
        for (const std::string percent : {"0", "101", "-50", "4294967346"})
            equals(R"(refused invalid_params.size {"param":"percent"})", split("\"percent\":" + percent));
        for (const std::string both : {R"("size":10,"percent":10)", R"("size":10,"percent":0)"})
        {
            const auto answer = world->split(R"({"pane":"p0","axis":"cols",)" + both + "}")->answer();
            equals(R"(refused invalid_params.size {"param":"percent"})", answer.str());
            equals("give size or percent, not both", answer.message);
        }
        equals("", world->events());
        equals("", world->whyInconsistent());
    }

    void splitsTheLayoutOfTheCommit()
    {
        const auto world = oneWindow();
        world->panes.hold(true);
        const auto asked = world->split(R"({"pane":"p0","axis":"cols"})");
        world->done("window.resize", R"({"window":"w0","cols":41,"rows":10})");
        world->panes.startOne();
        equals(R"(ok {"pane":"p1","window":"w0","session":"s0","principal":"g2","pid":1000})", asked->answer().str());
        CPPUNIT_ASSERT(world->panes.sizeOf(PaneId{1}) == sized(20, 10)); // not the 39 by 24 of the plan
        equals("", world->whyInconsistent());
    }

    void roomTakenMeanwhile()
    {
        const auto world = oneWindow(R"({"session":"s0","cols":5,"rows":3})");
        world->panes.hold(true);
        const auto first = world->split(R"({"pane":"p0","axis":"cols"})");
        const auto second = world->split(R"({"pane":"p0","axis":"cols"})");
        world->panes.startOne();
        (void)world->events();
        world->panes.startOne();
        CPPUNIT_ASSERT(first->answer().kind == Answer::Kind::ok);
        equals("refused conflict.no_space {}", second->answer().str());
        equals("", world->events());
        equals("", world->whyInconsistent());
    }

    void sourceGoneMeanwhile()
    {
        const auto world = oneWindow();
        world->done("pane.split", R"({"pane":"p0","axis":"cols"})");
        world->panes.hold(true);
        const auto asked = world->split(R"({"pane":"p1","axis":"cols"})");
        world->panes.endOne(PaneId{1});
        world->panes.startOne();
        equals("refused not_found.pane {}", asked->answer().str());
        equals("", world->whyInconsistent());
    }

    void places()
    {
        const auto world = oneWindow();
        const auto place = world->layout().place(PaneId{0});
        CPPUNIT_ASSERT(place && place->window == WindowId{0} && place->session == SessionId{0} && place->size == sized(80, 24));
        CPPUNIT_ASSERT(!world->layout().place(PaneId{1}));
    }

    void resizes()
    {
        const auto world = oneWindow();
        world->done("pane.split", R"({"pane":"p0","axis":"cols"})");
        world->layout().resize(PaneId{1}, 20, std::nullopt);
        equals(kChanged, world->events());
        CPPUNIT_ASSERT(world->panes.sizeOf(PaneId{0}) == sized(59, 24));
        CPPUNIT_ASSERT(world->panes.sizeOf(PaneId{1}) == sized(20, 24));
        world->layout().resize(PaneId{1}, 20, 24);
        equals("", world->events()); // nothing changed
        equals("", world->whyInconsistent());
    }

    static std::string refusal(World& world, PaneId pane, std::optional<int> cols, std::optional<int> rows)
    {
        try
        {
            world.layout().resize(pane, cols, rows);
        }
        catch (const Refusal& refusal)
        {
            return std::string{refusal.code()};
        }
        return {};
    }

    void refusesToResize()
    {
        const auto world = oneWindow();
        equals("conflict.no_space", refusal(*world, PaneId{0}, 79, std::nullopt)); // no neighbour to give or take
        world->done("pane.split", R"({"pane":"p0","axis":"cols"})");
        equals("conflict.no_space", refusal(*world, PaneId{0}, 78, std::nullopt));
        equals("conflict.no_space", refusal(*world, PaneId{0}, 50, 10));
        equals("not_found.pane", refusal(*world, PaneId{7}, 50, std::nullopt));
        equals("", world->events());
        equals("", world->whyInconsistent());
    }

    void removes()
    {
        const auto world = oneWindow();
        world->done("pane.split", R"({"pane":"p0","axis":"cols"})");
        world->panes.endOne(PaneId{1});
        equals("pane.closed {\"pane\":\"p1\"}\n" + std::string{kChanged}, world->events());
        CPPUNIT_ASSERT(world->panes.sizeOf(PaneId{0}) == sized(80, 24));
        world->panes.endOne(PaneId{0});
        equals("pane.closed {\"pane\":\"p0\"}\nwindow.closed {\"window\":\"w0\",\"session\":\"s0\"}\n", world->events());
        world->layout().removed(PaneId{0});
        equals("", world->events());
        equals("", world->whyInconsistent());
    }

    void movesTheActivePane()
    {
        const auto world = oneWindow();
        world->done("pane.split", R"({"pane":"p0","axis":"cols"})");
        world->done("pane.split", R"({"pane":"p1","axis":"rows"})");
        world->done("window.select", R"({"window":"w0","pane":"p2"})");
        world->panes.endOne(PaneId{0});
        equals("pane.closed {\"pane\":\"p0\"}\nlayout.changed "
               "{\"window\":\"w0\",\"session\":\"s0\",\"cols\":80,\"rows\":24,\"active\":\"p2\"}\n",
               world->events());
        world->panes.endOne(PaneId{2});
        equals("pane.closed {\"pane\":\"p2\"}\nlayout.changed "
               "{\"window\":\"w0\",\"session\":\"s0\",\"cols\":80,\"rows\":24,\"active\":\"p1\"}\n",
               world->events());
    }

    void answersForTheWorkspace()
    {
        const auto world = oneWindow();
        world->done("pane.split", R"({"pane":"p0","axis":"cols","before":true})");
        world->done("session.create", R"({"name":"b"})");
        const Workspace& workspace = world->workspace();
        CPPUNIT_ASSERT((workspace.sessions() == std::vector{SessionId{0}, SessionId{1}}));
        CPPUNIT_ASSERT(workspace.windows(SessionId{0}) == std::vector{WindowId{0}});
        CPPUNIT_ASSERT(workspace.windows(SessionId{1}).empty() && workspace.windows(SessionId{2}).empty());
        CPPUNIT_ASSERT((workspace.panes(WindowId{0}) == std::vector{PaneId{1}, PaneId{0}}));
        CPPUNIT_ASSERT(workspace.panes(WindowId{1}).empty());
        equals("b", workspace.name(SessionId{1}).value());
        CPPUNIT_ASSERT(!workspace.name(SessionId{2}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PaneLayoutTest);

} // namespace
