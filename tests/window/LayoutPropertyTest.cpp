// Random operations on layout trees: whatever happens, the tree stays exact, and a refusal changes nothing.
// A failure prints the seed and the step.
#include "plugins/window/src/LayoutTree.h"

#include "tests/window/Geometry.h"

#include <cppunit/extensions/HelperMacros.h>
#include <random>

using namespace venomx;
using namespace venomx::window;
using venomx::tests::layoutJson;
using venomx::tests::whyInexact;

namespace
{

class Walk
{
public:
    explicit Walk(unsigned seed) : _seed(seed), _random(seed), _tree(PaneId{0}, {.cols = within(2, 120), .rows = within(1, 60)}) {}

    void steps(int count)
    {
        for (_step = 0; _step < count; ++_step)
        {
            const std::string before = layoutJson(_tree);
            const std::size_t panes = _tree.cells().size();
            const bool done = step();
            const std::string wrong = whyInexact(_tree);
            require(wrong.empty(), wrong);
            if (!done) require(layoutJson(_tree) == before, "a refusal changed " + before);
            require(_tree.cells().size() == panes + _added - _removed, "panes came or went");
        }
    }

    [[nodiscard]] std::size_t mostPanes() const { return _most; }
    [[nodiscard]] std::size_t refusals() const { return _refusals; }

private:
    int within(int least, int most) { return std::uniform_int_distribution{least, most}(_random); }
    bool chance(int percent) { return within(1, 100) <= percent; }
    PaneId somePane()
    {
        const auto cells = _tree.cells();
        return cells[static_cast<std::size_t>(within(0, static_cast<int>(cells.size()) - 1))].pane;
    }

    bool step()
    {
        _added = _removed = 0;
        const int dice = within(1, 100);
        const bool done = dice <= 45 ? split() : dice <= 65 ? remove() : dice <= 80 ? resize() : resizePane();
        if (!done) ++_refusals;
        _most = std::max(_most, _tree.cells().size());
        return done;
    }

    bool split()
    {
        SplitOrder order{.axis = chance(50) ? Axis::cols : Axis::rows, .before = chance(50)};
        if (chance(30))
            order.cells = within(1, 40);
        else if (chance(30))
            order.percent = within(1, 100);
        const PaneId source = somePane();
        const PaneId added{++_lastPane};
        const auto planned = _tree.plan(source, order);
        const bool done = _tree.split(source, added, order);
        require(done == planned.has_value(), "a plan and its split disagree");
        if (!done) return false;
        _added = 1;
        require(_tree.sizeOf(added) == planned, "a plan and its split differ in size");
        if (order.cells) require(along(*planned, order.axis) == *order.cells, "a split by size has another size");
        return true;
    }

    bool remove()
    {
        const PaneId pane = somePane();
        const TerminalSize window = _tree.size();
        const auto heir = _tree.remove(pane);
        require(_tree.size() == window, "a removal changed the window's size");
        if (!heir) return false;
        require(_tree.sizeOf(*heir).has_value() && !_tree.sizeOf(pane), "the wrong pane went");
        _removed = 1;
        return true;
    }

    bool resize()
    {
        const TerminalSize size{.cols = within(1, 160), .rows = within(1, 80)};
        if (!_tree.resize(size)) return false;
        require(_tree.size() == size, "a resized window has another size");
        return true;
    }

    bool resizePane()
    {
        const PaneId pane = somePane();
        const TerminalSize window = _tree.size();
        const auto cols = chance(70) ? std::optional{within(1, 100)} : std::nullopt;
        const auto rows = chance(50) ? std::optional{within(1, 50)} : std::nullopt;
        const TerminalSize old = _tree.sizeOf(pane).value();
        const bool done = _tree.resizePane(pane, cols, rows);
        require(_tree.size() == window, "a resized pane changed the window's size");
        const TerminalSize expected = done ? TerminalSize{.cols = cols.value_or(old.cols), .rows = rows.value_or(old.rows)} : old;
        require(_tree.sizeOf(pane) == expected, "a resized pane has another size");
        return done;
    }

    void require(bool holds, const std::string& what) const
    {
        if (holds) return;
        CPPUNIT_FAIL("seed " + std::to_string(_seed) + ", step " + std::to_string(_step) + ": " + what);
    }

    unsigned _seed;
    std::mt19937 _random;
    LayoutTree _tree;
    int _step{0};
    std::uint64_t _lastPane{0};
    std::size_t _added{0};
    std::size_t _removed{0};
    std::size_t _most{1};
    std::size_t _refusals{0};
};

class LayoutPropertyTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(LayoutPropertyTest);
    CPPUNIT_TEST(randomOperationsKeepTheTreeExact);
    CPPUNIT_TEST_SUITE_END();

    void randomOperationsKeepTheTreeExact()
    {
        constexpr unsigned kFirstSeed = 1;
        constexpr unsigned kWalks = 24;
        constexpr int kSteps = 500;
        std::size_t most = 0;
        std::size_t refusals = 0;
        for (unsigned seed = kFirstSeed; seed < kFirstSeed + kWalks; ++seed)
        {
            Walk walk{seed};
            walk.steps(kSteps);
            most = std::max(most, walk.mostPanes());
            refusals += walk.refusals();
        }
        // The walks went where it gets tight.
        CPPUNIT_ASSERT(most >= 30);
        CPPUNIT_ASSERT(refusals >= 500);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LayoutPropertyTest);

} // namespace
