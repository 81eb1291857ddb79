#include "AuthorityRoom.h"

#include <chrono>
#include <cppunit/extensions/HelperMacros.h>
#include <vector>

namespace venomx::tests
{

using namespace venomx::kernel;
using namespace std::chrono_literals;

namespace
{

constexpr PrincipalId kOwner = PrincipalId::owner();

/// One pane, its principal and its token; and who was said to be revoked.
struct RevocationRoom : AuthorityRoom
{
    explicit RevocationRoom(std::chrono::milliseconds linger = 0ms)
    {
        parts.principals.limit({.linger = linger});
        const ResourceId w0 = window(session(kOwner), kOwner);
        const auto prepared = prepare(kOwner, {});
        token = prepared->token().expose();
        pane = parts.index.allocate(ResourceKind::pane);
        parts.index.created(pane, w0, kOwner, prepared->id());
        prepared->activate(PaneId{pane.number}, processes.start(FakeProcesses::kDaemon));
        principal = prepared->id();
        parts.principals.onRevoked(
            [this](PrincipalId gone)
            {
                revoked.push_back(gone);
                loop.stop();
            });
    }

    [[nodiscard]] bool lives() const { return parts.principals.authenticate(token) == principal; }

    std::string token;
    ResourceId pane;
    PrincipalId principal;
    std::vector<PrincipalId> revoked;
};

} // namespace

class RevocationTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(RevocationTest);
    CPPUNIT_TEST(theEndOfTheProcessRevokesAtOnce);
    CPPUNIT_TEST(aLingeringTokenWorksForAsLongAndNoLonger);
    CPPUNIT_TEST(anEndToldTwiceIsOne);
    CPPUNIT_TEST(revocationDoesNotWaitForLingering);
    CPPUNIT_TEST(closingThePaneDoesNotWaitForLingering);
    CPPUNIT_TEST(onlyWhatHasAPaneLingers);
    CPPUNIT_TEST(aRevokedPrincipalMayDoNothing);
    CPPUNIT_TEST(theTableMayGoWhileSomebodyLingers);
    CPPUNIT_TEST_SUITE_END();

    void theEndOfTheProcessRevokesAtOnce()
    {
        RevocationRoom room;
        CPPUNIT_ASSERT(room.lives());
        room.parts.principals.ended(room.principal);
        CPPUNIT_ASSERT(!room.lives() && room.revoked == std::vector{room.principal});
        CPPUNIT_ASSERT(room.parts.index.exists(room.pane));
    }

    void aLingeringTokenWorksForAsLongAndNoLonger()
    {
        RevocationRoom room{30ms};
        const auto before = std::chrono::steady_clock::now();
        room.parts.principals.ended(room.principal);
        room.turn();
        CPPUNIT_ASSERT(room.lives() && room.revoked.empty());
        CPPUNIT_ASSERT(room.parts.rights.may(room.principal, Right::read, room.pane));
        room.loop.run(); // until it is revoked
        CPPUNIT_ASSERT(std::chrono::steady_clock::now() - before >= 30ms);
        CPPUNIT_ASSERT(!room.lives() && room.revoked == std::vector{room.principal});
    }

    void anEndToldTwiceIsOne()
    {
        RevocationRoom room{20ms};
        room.parts.principals.ended(room.principal);
        room.parts.principals.limit({.linger = 1h});
        room.parts.principals.ended(room.principal);
        room.loop.run();
        CPPUNIT_ASSERT(room.revoked == std::vector{room.principal});
        room.parts.principals.ended(room.principal);
        room.parts.principals.revoke(room.principal);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, room.revoked.size());
    }

    void revocationDoesNotWaitForLingering()
    {
        RevocationRoom room{1ms};
        room.parts.principals.ended(room.principal);
        room.parts.principals.revoke(room.principal);
        CPPUNIT_ASSERT(!room.lives() && room.revoked == std::vector{room.principal});
        room.loop.after(20ms, [&room] { room.loop.stop(); });
        room.loop.run();
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, room.revoked.size());
    }

    void closingThePaneDoesNotWaitForLingering()
    {
        RevocationRoom room{1h};
        room.parts.principals.ended(room.principal);
        room.parts.index.removed(room.pane);
        CPPUNIT_ASSERT(!room.lives() && room.revoked == std::vector{room.principal});
    }

    void onlyWhatHasAPaneLingers()
    {
        RevocationRoom room{1h};
        const auto [made, token] = room.parts.principals.create(kOwner, {});
        CPPUNIT_ASSERT(room.parts.principals.authenticate(token.expose()) == made);
        room.parts.principals.ended(made);
        CPPUNIT_ASSERT(!room.parts.principals.authenticate(token.expose()));
        CPPUNIT_ASSERT(room.revoked == std::vector{made} && room.lives());
    }

    void aRevokedPrincipalMayDoNothing()
    {
        RevocationRoom room;
        CPPUNIT_ASSERT(room.parts.rights.may(room.principal, Right::write, room.pane));
        room.parts.principals.revoke(room.principal);
        for (const Right right : {Right::read, Right::write, Right::spawn, Right::admin})
            CPPUNIT_ASSERT(!room.parts.rights.may(room.principal, right, room.pane));
        CPPUNIT_ASSERT_EQUAL(std::string{"[]"}, room.parts.principals.grantsJson(room.principal));
        CPPUNIT_ASSERT(!room.parts.principals.awaits(room.token));
    }

    void theTableMayGoWhileSomebodyLingers()
    {
        FakeLog log;
        ControlLoop loop{log};
        int told = 0;
        {
            ManualClock clock;
            FakeProcesses processes;
            Authorities parts{loop, clock, processes, 16};
            parts.principals.limit({.linger = 1ms});
            parts.principals.onRevoked([&told](PrincipalId) { ++told; });
            const ResourceId pane = parts.index.allocate(ResourceKind::pane);
            parts.index.created(pane, {}, kOwner, PrincipalId::generated(1));
            FakeCall fake{kNothing, "{}", kOwner};
            const Call call = fake.take();
            const auto prepared = parts.principals.prepare(call);
            prepared->activate(PaneId{pane.number}, processes.start(FakeProcesses::kDaemon));
            parts.principals.ended(prepared->id());
        }
        loop.after(20ms, [&loop] { loop.stop(); });
        loop.run();
        CPPUNIT_ASSERT_EQUAL(0, told);
    }

    static constexpr VerbSpec kNothing{.name = "test.nothing", .summary = "Make a pane"};
};
CPPUNIT_TEST_SUITE_REGISTRATION(RevocationTest);

} // namespace venomx::tests
