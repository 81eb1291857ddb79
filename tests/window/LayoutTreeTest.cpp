#include "plugins/window/src/LayoutTree.h"

#include "tests/window/Geometry.h"

#include <cppunit/extensions/HelperMacros.h>
#include <limits>

using namespace venomx;
using namespace venomx::window;
using venomx::tests::layoutJson;
using venomx::tests::whyInexact;

namespace
{

constexpr PaneId p0{0};
constexpr PaneId p1{1};
constexpr PaneId p2{2};
constexpr PaneId p3{3};

class LayoutTreeTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(LayoutTreeTest);
    CPPUNIT_TEST(onePane);
    CPPUNIT_TEST(splitsInHalf);
    CPPUNIT_TEST(splitsBySizeAndPercent);
    CPPUNIT_TEST(splitsBefore);
    CPPUNIT_TEST(splitsAlongTheSameAxisStandInARow);
    CPPUNIT_TEST(refusesSplitsWithoutRoom);
    CPPUNIT_TEST(plansWhatItDoes);
    CPPUNIT_TEST(neighbourTakesTheRoom);
    CPPUNIT_TEST(removalStraightensNestedSplits);
    CPPUNIT_TEST(lastPaneStays);
    CPPUNIT_TEST(resizesInProportion);
    CPPUNIT_TEST(refusesSizesWithoutRoom);
    CPPUNIT_TEST(resizesOnePane);
    CPPUNIT_TEST(refusesPaneSizesWithoutRoom);
    CPPUNIT_TEST_SUITE_END();

    static void equals(const std::string& expected, const LayoutTree& tree)
    {
        CPPUNIT_ASSERT_EQUAL(expected, layoutJson(tree));
        CPPUNIT_ASSERT_EQUAL(std::string{}, whyInexact(tree));
    }

    static LayoutTree pair(Axis axis, SplitOrder order = {})
    {
        LayoutTree tree{p0, {.cols = 80, .rows = 24}};
        order.axis = axis;
        CPPUNIT_ASSERT(tree.split(p0, p1, order));
        return tree;
    }

    void onePane()
    {
        const LayoutTree tree{p0, {.cols = 80, .rows = 24}};
        equals(R"({"pane":"p0","cols":80,"rows":24})", tree);
        CPPUNIT_ASSERT(tree.sizeOf(p0) == TerminalSize{});
        CPPUNIT_ASSERT(!tree.sizeOf(p1));
        CPPUNIT_ASSERT(LayoutTree::possible({.cols = 2, .rows = 1}));
        CPPUNIT_ASSERT(!LayoutTree::possible({.cols = 1, .rows = 1}));
        CPPUNIT_ASSERT(!LayoutTree::possible({.cols = 2, .rows = 0}));
    }

    void splitsInHalf()
    {
        equals(R"({"axis":"cols","cells":[{"pane":"p0","cols":40,"rows":24},{"pane":"p1","cols":39,"rows":24}]})", pair(Axis::cols));
        equals(R"({"axis":"rows","cells":[{"pane":"p0","cols":80,"rows":12},{"pane":"p1","cols":80,"rows":11}]})", pair(Axis::rows));
    }

    void splitsBySizeAndPercent()
    {
        equals(R"({"axis":"cols","cells":[{"pane":"p0","cols":59,"rows":24},{"pane":"p1","cols":20,"rows":24}]})",
               pair(Axis::cols, {.cells = 20}));
        equals(R"({"axis":"rows","cells":[{"pane":"p0","cols":80,"rows":1},{"pane":"p1","cols":80,"rows":22}]})",
               pair(Axis::rows, {.cells = 22}));
        equals(R"({"axis":"cols","cells":[{"pane":"p0","cols":59,"rows":24},{"pane":"p1","cols":20,"rows":24}]})",
               pair(Axis::cols, {.percent = 25}));
        equals(R"({"axis":"rows","cells":[{"pane":"p0","cols":80,"rows":5},{"pane":"p1","cols":80,"rows":18}]})",
               pair(Axis::rows, {.percent = 75}));
    }

    void splitsBefore()
    {
        equals(R"({"axis":"cols","cells":[{"pane":"p1","cols":10,"rows":24},{"pane":"p0","cols":69,"rows":24}]})",
               pair(Axis::cols, {.cells = 10, .before = true}));
    }

    void splitsAlongTheSameAxisStandInARow()
    {
        LayoutTree tree = pair(Axis::cols);
        CPPUNIT_ASSERT(tree.split(p1, p2, {.axis = Axis::cols}));
        equals(R"({"axis":"cols","cells":[{"pane":"p0","cols":40,"rows":24},{"pane":"p1","cols":19,"rows":24},)"
               R"({"pane":"p2","cols":19,"rows":24}]})",
               tree);
        CPPUNIT_ASSERT(tree.split(p1, p3, {.axis = Axis::rows, .before = true}));
        equals(R"({"axis":"cols","cells":[{"pane":"p0","cols":40,"rows":24},{"axis":"rows","cells":[{"pane":"p3","cols":19,"rows":11},)"
               R"({"pane":"p1","cols":19,"rows":12}]},{"pane":"p2","cols":19,"rows":24}]})",
               tree);
        const auto cells = tree.cells();
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, cells.size());
        CPPUNIT_ASSERT(cells[2].pane == p1 && cells[2].col == 41 && cells[2].row == 12);
        CPPUNIT_ASSERT(cells[3].pane == p2 && cells[3].col == 61 && cells[3].row == 0);
    }

    void refusesSplitsWithoutRoom()
    {
        const std::string whole = R"({"pane":"p0","cols":5,"rows":3})";
        LayoutTree tree{p0, {.cols = 5, .rows = 3}};
        for (const SplitOrder& order : {SplitOrder{.axis = Axis::cols, .cells = 1}, SplitOrder{.axis = Axis::cols, .cells = 3},
                                        SplitOrder{.axis = Axis::cols, .cells = 1000}, SplitOrder{.axis = Axis::cols, .percent = 100},
                                        SplitOrder{.axis = Axis::cols, .percent = 1}, SplitOrder{.axis = Axis::rows, .cells = 2},
                                        SplitOrder{.axis = Axis::rows, .cells = 0}, SplitOrder{.axis = Axis::rows, .percent = 100}})
        {
            CPPUNIT_ASSERT(!tree.plan(p0, order));
            CPPUNIT_ASSERT(!tree.split(p0, p1, order));
            equals(whole, tree);
        }
        CPPUNIT_ASSERT(tree.split(p0, p1, {.axis = Axis::cols}));
        CPPUNIT_ASSERT(tree.split(p0, p2, {.axis = Axis::rows}));
        equals(R"({"axis":"cols","cells":[{"axis":"rows","cells":[{"pane":"p0","cols":2,"rows":1},{"pane":"p2","cols":2,"rows":1}]},)"
               R"({"pane":"p1","cols":2,"rows":3}]})",
               tree);
        for (const PaneId pane : {p0, p1, p2}) CPPUNIT_ASSERT(!tree.split(pane, p3, {.axis = Axis::cols}));
        CPPUNIT_ASSERT(!tree.split(p0, p3, {.axis = Axis::rows}));
    }

    void plansWhatItDoes()
    {
        LayoutTree tree = pair(Axis::rows);
        const SplitOrder order{.axis = Axis::cols, .percent = 30};
        const auto planned = tree.plan(p1, order);
        CPPUNIT_ASSERT(planned == (TerminalSize{.cols = 24, .rows = 11}));
        CPPUNIT_ASSERT(tree.split(p1, p2, order));
        CPPUNIT_ASSERT(tree.sizeOf(p2) == planned);
    }

    void neighbourTakesTheRoom()
    {
        LayoutTree tree = pair(Axis::cols);
        CPPUNIT_ASSERT(tree.split(p1, p2, {.axis = Axis::cols}));
        LayoutTree first = tree;
        CPPUNIT_ASSERT(first.remove(p0) == p1);
        equals(R"({"axis":"cols","cells":[{"pane":"p1","cols":60,"rows":24},{"pane":"p2","cols":19,"rows":24}]})", first);
        LayoutTree last = tree;
        CPPUNIT_ASSERT(last.remove(p2) == p1);
        equals(R"({"axis":"cols","cells":[{"pane":"p0","cols":40,"rows":24},{"pane":"p1","cols":39,"rows":24}]})", last);
        CPPUNIT_ASSERT(tree.remove(p1) == p0);
        equals(R"({"axis":"cols","cells":[{"pane":"p0","cols":60,"rows":24},{"pane":"p2","cols":19,"rows":24}]})", tree);
        CPPUNIT_ASSERT(tree.remove(p2) == p0);
        equals(R"({"pane":"p0","cols":80,"rows":24})", tree);
    }

    void removalStraightensNestedSplits()
    {
        // p0 | (p1 over (p2 | p3)): without p1, p2 and p3 stand in one row with p0.
        LayoutTree tree = pair(Axis::cols);
        CPPUNIT_ASSERT(tree.split(p1, p2, {.axis = Axis::rows}));
        CPPUNIT_ASSERT(tree.split(p2, p3, {.axis = Axis::cols}));
        CPPUNIT_ASSERT(tree.remove(p1) == p2);
        equals(R"({"axis":"cols","cells":[{"pane":"p0","cols":40,"rows":24},{"pane":"p2","cols":19,"rows":24},)"
               R"({"pane":"p3","cols":19,"rows":24}]})",
               tree);
    }

    void lastPaneStays()
    {
        LayoutTree tree{p0, {.cols = 80, .rows = 24}};
        CPPUNIT_ASSERT(!tree.remove(p0));
        equals(R"({"pane":"p0","cols":80,"rows":24})", tree);
    }

    void resizesInProportion()
    {
        LayoutTree tree = pair(Axis::cols, {.cells = 19});
        CPPUNIT_ASSERT(tree.resize({.cols = 41, .rows = 10}));
        equals(R"({"axis":"cols","cells":[{"pane":"p0","cols":30,"rows":10},{"pane":"p1","cols":10,"rows":10}]})", tree);
        CPPUNIT_ASSERT(tree.resize({.cols = 1000, .rows = 1000}));
        equals(R"({"axis":"cols","cells":[{"pane":"p0","cols":749,"rows":1000},{"pane":"p1","cols":250,"rows":1000}]})", tree);
    }

    void refusesSizesWithoutRoom()
    {
        LayoutTree tree = pair(Axis::cols);
        CPPUNIT_ASSERT(tree.split(p1, p2, {.axis = Axis::rows}));
        const std::string before = layoutJson(tree);
        CPPUNIT_ASSERT(!tree.resize({.cols = 4, .rows = 24}));
        CPPUNIT_ASSERT(!tree.resize({.cols = 80, .rows = 2}));
        equals(before, tree);
        CPPUNIT_ASSERT(tree.resize({.cols = 5, .rows = 3}));
        equals(R"({"axis":"cols","cells":[{"pane":"p0","cols":2,"rows":3},{"axis":"rows","cells":[{"pane":"p1","cols":2,"rows":1},)"
               R"({"pane":"p2","cols":2,"rows":1}]}]})",
               tree);
    }

    void resizesOnePane()
    {
        LayoutTree tree = pair(Axis::cols);
        CPPUNIT_ASSERT(tree.split(p1, p2, {.axis = Axis::cols}));
        CPPUNIT_ASSERT(tree.split(p2, p3, {.axis = Axis::rows}));
        CPPUNIT_ASSERT(tree.resizePane(p3, 30, 20));
        equals(R"({"axis":"cols","cells":[{"pane":"p0","cols":33,"rows":24},{"pane":"p1","cols":15,"rows":24},)"
               R"({"axis":"rows","cells":[{"pane":"p2","cols":30,"rows":3},{"pane":"p3","cols":30,"rows":20}]}]})",
               tree);
        const std::string before = layoutJson(tree);
        CPPUNIT_ASSERT(tree.resizePane(p3, 30, 20));
        CPPUNIT_ASSERT(tree.resizePane(p0, std::nullopt, 24)); // no neighbour there, and no change
        equals(before, tree);
    }

    void refusesPaneSizesWithoutRoom()
    {
        LayoutTree tree = pair(Axis::cols);
        const std::string before = layoutJson(tree);
        CPPUNIT_ASSERT(!tree.resizePane(p0, 78, std::nullopt));
        CPPUNIT_ASSERT(!tree.resizePane(p0, 1, std::nullopt));
        CPPUNIT_ASSERT(!tree.resizePane(p0, std::nullopt, 23));
        CPPUNIT_ASSERT(!tree.resizePane(p0, 50, 23)); // one of the two alone would do
        CPPUNIT_ASSERT(!tree.resizePane(p0, std::numeric_limits<int>::max(), std::nullopt));
        CPPUNIT_ASSERT(!tree.resizePane(p0, std::numeric_limits<int>::min(), std::nullopt));
        equals(before, tree);
        CPPUNIT_ASSERT(tree.resizePane(p0, 77, std::nullopt));
        CPPUNIT_ASSERT(tree.sizeOf(p1) == (TerminalSize{.cols = 2, .rows = 24}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LayoutTreeTest);

} // namespace
