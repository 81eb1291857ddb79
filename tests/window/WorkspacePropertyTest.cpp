// Random requests, with starts that end late, badly or never and panes that end by themselves: whatever happens, layouts, panes
// and the kernel's index agree, and everything can be closed. A failure prints the seed and the step.
#include "tests/window/World.h"

#include <cppunit/extensions/HelperMacros.h>
#include <random>

using namespace venomx;
using namespace venomx::tests;

namespace
{

class Traffic
{
public:
    explicit Traffic(unsigned seed) : _seed(seed), _random(seed) { _world.panes.hold(true); }

    void steps(int count)
    {
        for (_step = 0; _step < count; ++_step)
        {
            step();
            const std::string wrong = _world.whyInconsistent();
            if (!wrong.empty()) fail(wrong);
        }
    }

    /// Closes whatever is there.
    void windUp()
    {
        while (_world.panes.starting() > 0) _world.panes.failOne();
        for (const SessionId session : _world.workspace().sessions()) ask("session.close", R"({"session":")" + session.str() + "\"}");
        for (const PaneId pane : _world.panes.closing()) _world.panes.endOne(pane);
        if (!_world.resources.entries().empty()) fail("something was left");
        for (const auto& asked : _asked)
        {
            const Answer answer = asked->answer();
            if (answer.kind != Answer::Kind::ok && answer.kind != Answer::Kind::refused) fail("a request ended as: " + answer.str());
            if (answer.code.starts_with("internal.")) fail("a request failed: " + answer.str());
        }
        _asked.clear();
    }

    /// How much happened: panes that ran, and sizes that they were told.
    [[nodiscard]] std::size_t panes() const { return _world.resources.used(ResourceKind::pane); }
    [[nodiscard]] std::size_t resizes() const { return _world.panes.resizes().size(); }

private:
    int within(int least, int most) { return std::uniform_int_distribution{least, most}(_random); }
    std::string some(char kind, int most) { return '"' + std::string{kind} + std::to_string(within(0, most)) + '"'; }
    std::string length() { return std::to_string(within(1, 100)); }

    void step()
    {
        switch (within(0, 13))
        {
        case 0:
            return ask("session.create", within(0, 3) ? "{}" : R"({"name":"n)" + std::to_string(within(0, 5)) + "\"}");
        case 1:
            return ask("session.close", "{\"session\":" + some('s', 20) + "}");
        case 2:
        case 3:
            return ask("window.create", "{\"session\":" + some('s', 20) + ",\"cols\":" + length() + ",\"rows\":" + length() + "}");
        case 4:
            return ask("window.close", "{\"window\":" + some('w', 40) + "}");
        case 5:
            return ask("window.resize", "{\"window\":" + some('w', 40) + ",\"cols\":" + length() + ",\"rows\":" + length() + "}");
        case 6:
            return ask("window.select", "{\"window\":" + some('w', 40) + ",\"pane\":" + some('p', 80) + "}");
        case 7:
        case 8:
            return split();
        case 9:
        case 10:
        case 11:
            return start();
        case 12:
            return end();
        default:
            return resize();
        }
    }

    void ask(std::string_view verb, const std::string& params) { _asked.push_back(_world.ask(verb, params)); }

    void split()
    {
        const std::string axis = within(0, 1) ? "rows" : "cols";
        _asked.push_back(_world.split("{\"pane\":" + some('p', 80) + ",\"axis\":\"" + axis + "\",\"percent\":" + length() + "}"));
    }

    void start()
    {
        if (_world.panes.starting() == 0) return;
        if (within(0, 5) == 0)
            _world.panes.failOne();
        else
            _world.panes.startOne();
    }

    void end()
    {
        const PaneId pane{static_cast<std::uint64_t>(within(0, 80))};
        if (_world.panes.exists(pane)) _world.panes.endOne(pane);
    }

    void resize()
    {
        try
        {
            _world.layout().resize(PaneId{static_cast<std::uint64_t>(within(0, 80))}, within(1, 60), std::nullopt);
        }
        catch (const Refusal& refusal)
        {
            if (refusal.code() != "conflict.no_space" && refusal.code() != "not_found.pane") fail(std::string{refusal.code()});
        }
    }

    void fail(const std::string& what) const
    {
        CPPUNIT_FAIL("seed " + std::to_string(_seed) + ", step " + std::to_string(_step) + ": " + what);
    }

    unsigned _seed;
    std::mt19937 _random;
    int _step{0};
    World _world;
    std::vector<World::Asked> _asked;
};

class WorkspacePropertyTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(WorkspacePropertyTest);
    CPPUNIT_TEST(randomTrafficKeepsEverythingInStep);
    CPPUNIT_TEST_SUITE_END();

    void randomTrafficKeepsEverythingInStep()
    {
        constexpr unsigned kFirstSeed = 1;
        constexpr unsigned kRuns = 20;
        constexpr int kSteps = 400;
        std::size_t panes = 0;
        std::size_t resized = 0;
        for (unsigned seed = kFirstSeed; seed < kFirstSeed + kRuns; ++seed)
        {
            Traffic traffic{seed};
            traffic.steps(kSteps);
            traffic.windUp();
            panes += traffic.panes();
            resized += traffic.resizes();
        }
        // The runs did not merely refuse.
        CPPUNIT_ASSERT(panes >= kRuns * 20);
        CPPUNIT_ASSERT(resized >= kRuns * 5);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WorkspacePropertyTest);

} // namespace
