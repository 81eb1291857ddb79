#include "kernel/wire/Places.h"

#include <cppunit/extensions/HelperMacros.h>
#include <deque>
#include <string>

namespace venomx::tests
{

using kernel::Places;
using kernel::Standing;

namespace
{

const Standing kOutside{.withoutToken = PrincipalId::unknown(), .ownerToken = true};
const Standing kOrphan{};
constexpr PrincipalId kOwner = PrincipalId::owner();

Standing below(std::uint64_t pane)
{
    return {.withoutToken = PrincipalId::generated(pane)};
}

} // namespace

/// Who is let in, who is refused and who makes room, told as one word: `in`, `in for 7`, or the bound that was met.
class PlacesTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(PlacesTest);
    CPPUNIT_TEST(onePaneMeetsItsOwnBound);
    CPPUNIT_TEST(aQuarterIsTheMostOfOne);
    CPPUNIT_TEST(tokensFromOutsideCountForTheirPrincipal);
    CPPUNIT_TEST(tokensFromPanesCountForThePane);
    CPPUNIT_TEST(theOwnerIsBoundedByTheDaemonAlone);
    CPPUNIT_TEST(thoseWhoArriveAreNeverRefusedForTheirOwn);
    CPPUNIT_TEST(theOldestSilentOneOfTheLargestMakesRoom);
    CPPUNIT_TEST(whoSpeaksMakesRoomForOutsideOnly);
    CPPUNIT_TEST(noDescriptorsIsAsFull);
    CPPUNIT_TEST(theOldestWaitsLongest);
    CPPUNIT_TEST_SUITE_END();

    /// Asks, and enters when it is let in; who makes room leaves.
    std::string come(const Standing& standing, bool cramped = false)
    {
        const Places::Ruling ruling = _places.rule(standing, cramped);
        if (!ruling.admitted) return std::string{ruling.bound.view()};
        if (ruling.leaves) _held.at(static_cast<std::size_t>(*ruling.leaves)).giveBack();
        _held.push_back(_places.enter(static_cast<int>(_held.size()), standing, Places::Time{std::chrono::seconds{_held.size()}}));
        return ruling.leaves ? "in for " + std::to_string(*ruling.leaves) : "in";
    }
    void comeAll(int count, const Standing& standing)
    {
        for (int i = 0; i < count; ++i) CPPUNIT_ASSERT_EQUAL(std::string{"in"}, come(standing));
    }
    /// The last that came.
    bool speaks(PrincipalId speaker) { return _held.back().speaks(speaker); }

    void comeAndSpeak(int count, const Standing& standing, PrincipalId speaker)
    {
        for (int i = 0; i < count; ++i)
        {
            comeAll(1, standing);
            CPPUNIT_ASSERT(speaks(speaker));
        }
    }

    void onePaneMeetsItsOwnBound()
    {
        _limits.connectionsPerPrincipal = 3;
        comeAndSpeak(2, below(1), PrincipalId::generated(1));
        comeAll(1, below(1));
        CPPUNIT_ASSERT_EQUAL(std::string{"principal"}, come(below(1)));
        comeAll(3, below(2));
        comeAll(3, kOrphan);
        CPPUNIT_ASSERT_EQUAL(std::string{"principal"}, come(kOrphan));
        _held.at(0).giveBack();
        CPPUNIT_ASSERT_EQUAL(std::string{"in"}, come(below(1)));
        CPPUNIT_ASSERT_EQUAL(std::string{"principal"}, come(below(1)));
    }

    void aQuarterIsTheMostOfOne()
    {
        _limits.connections = 8;
        comeAll(2, below(1));
        CPPUNIT_ASSERT_EQUAL(std::string{"principal"}, come(below(1)));
        _limits.connections = 1;
        _held.clear();
        comeAll(1, below(1));
        CPPUNIT_ASSERT_EQUAL(std::string{"principal"}, come(below(1)));
    }

    void tokensFromOutsideCountForTheirPrincipal()
    {
        _limits.connectionsPerPrincipal = 2;
        comeAndSpeak(2, kOutside, PrincipalId::generated(5));
        comeAll(1, kOutside);
        CPPUNIT_ASSERT(!speaks(PrincipalId::generated(5)));
        CPPUNIT_ASSERT(speaks(PrincipalId::unknown()));
        comeAndSpeak(1, kOutside, PrincipalId::unknown());
        comeAll(1, kOutside);
        CPPUNIT_ASSERT(!speaks(PrincipalId::unknown()));
        CPPUNIT_ASSERT(speaks(kOwner));
    }

    void tokensFromPanesCountForThePane()
    {
        _limits.connectionsPerPrincipal = 2;
        comeAndSpeak(1, below(1), PrincipalId::generated(5));
        comeAndSpeak(1, below(1), PrincipalId::generated(6));
        CPPUNIT_ASSERT_EQUAL(std::string{"principal"}, come(below(1)));
        comeAndSpeak(2, kOutside, PrincipalId::generated(5));
    }

    void theOwnerIsBoundedByTheDaemonAlone()
    {
        _limits.connectionsPerPrincipal = 2;
        _limits.connections = 40;
        comeAndSpeak(40, kOutside, kOwner);
        CPPUNIT_ASSERT_EQUAL(std::string{"daemon"}, come(kOutside));
        CPPUNIT_ASSERT_EQUAL(std::string{"daemon"}, come(below(1)));
    }

    void thoseWhoArriveAreNeverRefusedForTheirOwn()
    {
        _limits.connectionsPerPrincipal = 3;
        comeAll(3, kOutside);
        CPPUNIT_ASSERT_EQUAL(std::string{"in for 0"}, come(kOutside));
        CPPUNIT_ASSERT_EQUAL(std::string{"in for 1"}, come(kOutside));
        CPPUNIT_ASSERT(speaks(kOwner));
        comeAll(1, kOutside);
    }

    void theOldestSilentOneOfTheLargestMakesRoom()
    {
        _limits.connections = 12; // 3 each
        comeAll(1, below(1));
        comeAndSpeak(1, below(2), PrincipalId::generated(2));
        comeAll(2, below(2)); // 2 and 3
        comeAll(2, below(3));
        comeAndSpeak(6, kOutside, kOwner);
        CPPUNIT_ASSERT_EQUAL(std::string{"in for 2"}, come(kOutside));
        CPPUNIT_ASSERT(speaks(kOwner));
        // A pane gets room from one that holds more than it would then hold itself.
        CPPUNIT_ASSERT_EQUAL(std::string{"in for 3"}, come(kOutside));
        CPPUNIT_ASSERT(speaks(kOwner));
        CPPUNIT_ASSERT_EQUAL(std::string{"in for 4"}, come(below(4)));
        CPPUNIT_ASSERT_EQUAL(std::string{"daemon"}, come(below(5)));
        CPPUNIT_ASSERT_EQUAL(std::string{"daemon"}, come(below(1)));
    }

    void whoSpeaksMakesRoomForOutsideOnly()
    {
        _limits.connections = 12;
        comeAndSpeak(2, below(1), PrincipalId::generated(1));
        for (std::uint64_t pane = 2; pane <= 3; ++pane) comeAndSpeak(3, below(pane), PrincipalId::generated(pane));
        comeAndSpeak(3, kOrphan, PrincipalId::nobody());
        comeAndSpeak(1, below(1), PrincipalId::generated(1)); // 11
        CPPUNIT_ASSERT_EQUAL(std::string{"daemon"}, come(below(4)));
        CPPUNIT_ASSERT_EQUAL(std::string{"in for 11"}, come(kOutside));
        CPPUNIT_ASSERT(speaks(kOwner));
        CPPUNIT_ASSERT_EQUAL(std::string{"in for 4"}, come(kOutside));
    }

    void noDescriptorsIsAsFull()
    {
        comeAll(1, kOutside);
        CPPUNIT_ASSERT(speaks(kOwner));
        CPPUNIT_ASSERT_EQUAL(std::string{"daemon"}, come(kOutside, true));
        CPPUNIT_ASSERT(!_places.leaving());
        comeAll(2, below(1));
        CPPUNIT_ASSERT_EQUAL(std::string{"daemon"}, come(below(1), true));
        CPPUNIT_ASSERT_EQUAL(1, _places.leaving().value());
        CPPUNIT_ASSERT_EQUAL(std::string{"in for 1"}, come(kOutside, true));
    }

    void theOldestWaitsLongest()
    {
        CPPUNIT_ASSERT(!_places.oldest());
        comeAll(1, below(1));
        comeAll(2, kOutside);
        CPPUNIT_ASSERT_EQUAL(0, _places.oldest()->number);
        CPPUNIT_ASSERT(_held.at(0).speaks(PrincipalId::generated(1)));
        CPPUNIT_ASSERT_EQUAL(1, _places.oldest()->number);
        CPPUNIT_ASSERT(Places::Time{std::chrono::seconds{1}} == _places.oldest()->since);
        _held.at(1).giveBack();
        CPPUNIT_ASSERT(_held.at(2).speaks(kOwner));
        CPPUNIT_ASSERT(!_places.oldest());
    }

    kernel::WireLimits _limits{};
    Places _places{_limits};
    std::deque<Places::Place> _held; ///< the numbers are the places here
};
CPPUNIT_TEST_SUITE_REGISTRATION(PlacesTest);

} // namespace venomx::tests
