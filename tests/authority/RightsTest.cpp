#include "AuthorityRoom.h"

#include <cppunit/extensions/HelperMacros.h>

namespace venomx::tests
{

using namespace venomx::kernel;

class RightsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(RightsTest);
    CPPUNIT_TEST(scopesCoverWhatStandsInThem);
    CPPUNIT_TEST(selfIsOnesOwnAndWhatDescendantsMade);
    CPPUNIT_TEST(selfReachesThroughThoseWhoEnded);
    CPPUNIT_TEST(whatDoesNotExistIsCoveredByAllAlone);
    CPPUNIT_TEST(namesAreThereForThoseWhoMayAddress);
    CPPUNIT_TEST(removalsAreRecalled);
    CPPUNIT_TEST(endlessChainsOfCreatorsAreFlat);
    CPPUNIT_TEST_SUITE_END();

    static constexpr PrincipalId kOwner = PrincipalId::owner();

    static bool may(AuthorityRoom& room, PrincipalId who, Right right, std::optional<ResourceId> on)
    {
        return room.parts.rights.may(who, right, on);
    }

    void scopesCoverWhatStandsInThem()
    {
        AuthorityRoom room;
        const ResourceId s0 = room.session(kOwner);
        const ResourceId s1 = room.session(kOwner);
        const ResourceId w0 = room.window(s0, kOwner);
        const ResourceId w1 = room.window(s1, kOwner);
        const PrincipalId g = room.pane(w0, kOwner, R"([{"right":"read","scope":"session:s0"},{"right":"write","scope":"window:w1"}])");
        const ResourceId p1 = room.paneOf(room.pane(w1, kOwner));
        const ResourceId p0 = room.paneOf(g);
        CPPUNIT_ASSERT(may(room, g, Right::read, s0) && may(room, g, Right::read, w0) && may(room, g, Right::read, p0));
        CPPUNIT_ASSERT(!may(room, g, Right::read, s1) && !may(room, g, Right::read, w1) && !may(room, g, Right::read, p1));
        CPPUNIT_ASSERT(may(room, g, Right::write, w1) && may(room, g, Right::write, p1));
        CPPUNIT_ASSERT(!may(room, g, Right::write, s1) && !may(room, g, Right::write, p0));
        CPPUNIT_ASSERT(!may(room, g, Right::read, {}) && !may(room, g, Right::admin, {}));
        CPPUNIT_ASSERT(may(room, kOwner, Right::admin, {}) && may(room, kOwner, Right::spawn, p0));
        CPPUNIT_ASSERT(!may(room, PrincipalId::unknown(), Right::read, p0));
        room.parts.principals.grantUnknown({*parseGrant("read *")});
        CPPUNIT_ASSERT(may(room, PrincipalId::unknown(), Right::read, p0) && !may(room, PrincipalId::unknown(), Right::write, p0));
        CPPUNIT_ASSERT(!may(room, PrincipalId::generated(99), Right::read, p0));
    }

    void selfIsOnesOwnAndWhatDescendantsMade()
    {
        AuthorityRoom room;
        const ResourceId w0 = room.window(room.session(kOwner), kOwner);
        const PrincipalId parent =
            room.pane(w0, kOwner, R"([{"right":"read","scope":"self"},{"right":"write","scope":"self"},{"right":"spawn","scope":"self"}])");
        const PrincipalId child = room.pane(w0, parent);
        const PrincipalId grandchild = room.pane(w0, child);
        const PrincipalId other = room.pane(w0, kOwner);
        CPPUNIT_ASSERT(may(room, parent, Right::read, room.paneOf(parent)));
        CPPUNIT_ASSERT(may(room, parent, Right::read, room.paneOf(child)));
        CPPUNIT_ASSERT(may(room, parent, Right::write, room.paneOf(grandchild)));
        CPPUNIT_ASSERT(!may(room, parent, Right::read, room.paneOf(other)));
        CPPUNIT_ASSERT(!may(room, parent, Right::read, w0));
        CPPUNIT_ASSERT(!may(room, child, Right::read, room.paneOf(parent)));
        CPPUNIT_ASSERT(may(room, child, Right::read, room.paneOf(grandchild)));
        CPPUNIT_ASSERT(!may(room, child, Right::spawn, room.paneOf(child)));
        // A window of one's own covers what others put into it, as every scope covers what stands in it.
        const ResourceId own = room.window(room.session(kOwner), child);
        CPPUNIT_ASSERT(may(room, parent, Right::read, room.paneOf(room.pane(own, kOwner))));
    }

    void selfReachesThroughThoseWhoEnded()
    {
        AuthorityRoom room;
        const ResourceId w0 = room.window(room.session(kOwner), kOwner);
        const PrincipalId parent = room.pane(w0, kOwner);
        const PrincipalId child = room.pane(w0, parent);
        const PrincipalId grandchild = room.pane(w0, child);
        room.parts.principals.revoke(child);
        CPPUNIT_ASSERT(may(room, parent, Right::read, room.paneOf(grandchild)));
        CPPUNIT_ASSERT(!may(room, child, Right::read, room.paneOf(grandchild)));
    }

    void whatDoesNotExistIsCoveredByAllAlone()
    {
        AuthorityRoom room;
        const ResourceId s0 = room.session(kOwner);
        const ResourceId w0 = room.window(s0, kOwner);
        const PrincipalId narrow = room.pane(w0, kOwner, R"([{"right":"read","scope":"session:s0"}])");
        const PrincipalId wide = room.pane(w0, kOwner, R"([{"right":"read","scope":"*"}])");
        const auto resolve = [&](PrincipalId who, ResourceKind kind, std::string_view text)
        { return room.parts.rights.resolve(who, Right::read, kind, text); };
        CPPUNIT_ASSERT(resolve(narrow, ResourceKind::pane, "p0").id == room.paneOf(narrow));
        for (const char* text : {"p99", "w0", "nothing", "", "p00", "s0"})
        {
            CPPUNIT_ASSERT_MESSAGE(text, !resolve(narrow, ResourceKind::pane, text).allowed);
            CPPUNIT_ASSERT_MESSAGE(text, resolve(wide, ResourceKind::pane, text).allowed);
            CPPUNIT_ASSERT_MESSAGE(text, !resolve(wide, ResourceKind::pane, text).id);
        }
        CPPUNIT_ASSERT(resolve(wide, ResourceKind::session, "s0").id == s0);
    }

    void namesAreThereForThoseWhoMayAddress()
    {
        AuthorityRoom room;
        const ResourceId s0 = room.session(kOwner);
        const ResourceId s1 = room.session(kOwner);
        room.parts.index.named(s0, "build");
        room.parts.index.named(s1, "secret");
        const PrincipalId g = room.pane(room.window(s0, kOwner), kOwner, R"([{"right":"read","scope":"session:s0"}])");
        const auto resolve = [&](PrincipalId who, Right right, std::string_view text)
        { return room.parts.rights.resolve(who, right, ResourceKind::session, text); };
        CPPUNIT_ASSERT(resolve(g, Right::read, "build").id == s0);
        CPPUNIT_ASSERT(!resolve(g, Right::write, "build").allowed && !resolve(g, Right::write, "build").id);
        CPPUNIT_ASSERT(!resolve(g, Right::read, "secret").allowed && !resolve(g, Right::read, "none").allowed);
        CPPUNIT_ASSERT(resolve(kOwner, Right::spawn, "secret").id == s1);
        room.parts.index.named(s1, "public");
        CPPUNIT_ASSERT(!resolve(kOwner, Right::read, "secret").id && resolve(kOwner, Right::read, "public").id == s1);
    }

    void removalsAreRecalled()
    {
        AuthorityRoom room;
        const ResourceId s0 = room.session(kOwner);
        const ResourceId w0 = room.window(s0, kOwner);
        room.parts.index.removed(w0);
        CPPUNIT_ASSERT(!room.parts.index.exists(w0) && !room.parts.index.find(w0));
        CPPUNIT_ASSERT(room.parts.index.recall(w0)->isOrStandsIn(s0));
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, room.parts.index.count(ResourceKind::window));
        for (int i = 0; i < 2000; ++i) room.parts.index.removed(room.window(s0, kOwner));
        CPPUNIT_ASSERT(!room.parts.index.recall(w0));
    }

    void endlessChainsOfCreatorsAreFlat()
    {
        Ancestry ancestry;
        PrincipalId last = kOwner;
        for (std::uint64_t i = 1; i <= 300'000; ++i)
        {
            ancestry.add(PrincipalId::generated(i), last);
            ancestry.end(last);
            last = PrincipalId::generated(i);
        }
        const auto node = ancestry.find(last);
        CPPUNIT_ASSERT(node->creator() == nullptr);
        CPPUNIT_ASSERT(!node->isOrDescendsFrom(PrincipalId::generated(5)));
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(RightsTest);

} // namespace venomx::tests
