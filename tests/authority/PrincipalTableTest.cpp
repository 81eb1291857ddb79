#include "AuthorityRoom.h"

#include <cppunit/extensions/HelperMacros.h>
#include <vector>

namespace venomx::tests
{

using namespace venomx::kernel;

class PrincipalTableTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(PrincipalTableTest);
    CPPUNIT_TEST(tokensWorkFromActivationToTheEnd);
    CPPUNIT_TEST(ownersTokenIsRenewed);
    CPPUNIT_TEST(preparedOnesLeaveNothing);
    CPPUNIT_TEST(aPreparedOnesTokenIsAwaited);
    CPPUNIT_TEST(syntaxComesBeforeDelegation);
    CPPUNIT_TEST(delegationNeedsOnesOwn);
    CPPUNIT_TEST(limitsCountWhatDescendantsHold);
    CPPUNIT_TEST(panesTakeTheirPrincipalsAlong);
    CPPUNIT_TEST(principalsLingerAsLongAsTheyMay);
    CPPUNIT_TEST(coversWhatTheOtherMayDo);
    CPPUNIT_TEST(eventsTellTheLife);
    CPPUNIT_TEST_SUITE_END();

    static constexpr PrincipalId kOwner = PrincipalId::owner();

    void tokensWorkFromActivationToTheEnd()
    {
        AuthorityRoom room;
        const ResourceId w0 = room.window(room.session(kOwner), kOwner);
        const auto prepared = room.prepare(kOwner, {});
        const std::string token{prepared->token().expose()};
        CPPUNIT_ASSERT(!room.parts.principals.authenticate(token));
        const ResourceId pane = room.parts.index.allocate(ResourceKind::pane);
        room.parts.index.created(pane, w0, kOwner, prepared->id());
        prepared->activate(PaneId{pane.number}, room.processes.start(FakeProcesses::kDaemon));
        CPPUNIT_ASSERT(prepared->token().empty());
        CPPUNIT_ASSERT(room.parts.principals.authenticate(token) == prepared->id());
        std::string other = token;
        other.back() = other.back() == 'A' ? 'E' : 'A';
        CPPUNIT_ASSERT(!room.parts.principals.authenticate(other));
        room.parts.principals.revoke(prepared->id());
        CPPUNIT_ASSERT(!room.parts.principals.authenticate(token));
    }

    void ownersTokenIsRenewed()
    {
        AuthorityRoom room;
        CPPUNIT_ASSERT(!room.parts.principals.authenticate("vnt1.venomx.owner." + std::string(43, 'A')));
        const Secret first = room.parts.principals.renewOwner();
        CPPUNIT_ASSERT(room.parts.principals.authenticate(first.expose()) == kOwner);
        const Secret second = room.parts.principals.renewOwner();
        CPPUNIT_ASSERT(!room.parts.principals.authenticate(first.expose()));
        CPPUNIT_ASSERT(room.parts.principals.authenticate(second.expose()) == kOwner);
        CPPUNIT_ASSERT(!room.parts.principals.authenticate("vnt1.venomx.unknown." + std::string(43, 'A')));
    }

    void aPreparedOnesTokenIsAwaited()
    {
        AuthorityRoom room;
        auto& principals = room.parts.principals;
        const ResourceId w0 = room.window(room.session(kOwner), kOwner);
        for (const bool commits : {true, false})
        {
            auto prepared = room.prepare(kOwner, {});
            const std::string token{prepared->token().expose()};
            prepared->wipeToken();
            CPPUNIT_ASSERT(principals.awaits(token));
            CPPUNIT_ASSERT(!principals.awaits(token + "x"));
            std::string other = token;
            other.back() = other.back() == 'A' ? 'E' : 'A';
            CPPUNIT_ASSERT(!principals.awaits(other));
            int told = 0;
            principals.whenSettled([&told] { ++told; });
            room.turn();
            CPPUNIT_ASSERT_EQUAL(0, told);
            if (commits)
            {
                const ResourceId pane = room.parts.index.allocate(ResourceKind::pane);
                room.parts.index.created(pane, w0, kOwner, prepared->id());
                prepared->activate(PaneId{pane.number}, room.processes.start(FakeProcesses::kDaemon));
            }
            else
                prepared.reset();
            CPPUNIT_ASSERT_EQUAL(0, told); // not within the commit
            room.turn();
            CPPUNIT_ASSERT_EQUAL(1, told);
            CPPUNIT_ASSERT(!principals.awaits(token));
            CPPUNIT_ASSERT_EQUAL(commits, principals.authenticate(token).has_value());
        }
    }

    void preparedOnesLeaveNothing()
    {
        AuthorityRoom room;
        room.parts.principals.limit({.panes = 1});
        std::string token;
        {
            const auto prepared = room.prepare(kOwner, {});
            token = prepared->token().expose();
            CPPUNIT_ASSERT_EQUAL(std::string{"g1"}, prepared->id().str());
            CPPUNIT_ASSERT_EQUAL(std::string{R"(conflict.limit {"limit":"panes"})"}, refusalOf([&] { room.prepare(kOwner, {}); }));
        }
        CPPUNIT_ASSERT(!room.parts.principals.authenticate(token));
        CPPUNIT_ASSERT(room.parts.principals.list().empty());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1}, room.parts.ring.next());
        CPPUNIT_ASSERT_EQUAL(std::string{"g2"}, room.prepare(kOwner, {})->id().str());
    }

    void syntaxComesBeforeDelegation()
    {
        AuthorityRoom room;
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"(invalid_params.grant_scope {"param":"grants.1.scope"})"},
            refusalOf([&] { room.prepare(PrincipalId::unknown(), R"([{"right":"admin","scope":"*"},{"right":"read","scope":"x"}])"); }));
    }

    void delegationNeedsOnesOwn()
    {
        AuthorityRoom room;
        const ResourceId w0 = room.window(room.session(kOwner), kOwner);
        room.window(room.session(kOwner), kOwner);
        const PrincipalId caller =
            room.pane(w0, kOwner,
                      R"([{"right":"read","scope":"session:s0"},{"right":"spawn","scope":"window:w0"},{"right":"write","scope":"self"}])");
        struct Row
        {
            const char* grants;
            int denied; ///< index, -1: none
        };
        const Row rows[] = {
            {R"([])", -1},
            {R"([{"right":"read","scope":"session:s0"},{"right":"read","scope":"window:w0"},{"right":"read","scope":"pane:p0"}])", -1},
            {R"([{"right":"read","scope":"self"},{"right":"write","scope":"self"},{"right":"spawn","scope":"self"}])", -1},
            {R"([{"right":"write","scope":"pane:p0"}])", -1},
            {R"([{"right":"read","scope":"*"}])", 0},
            {R"([{"right":"read","scope":"session:s0"},{"right":"read","scope":"session:s1"}])", 1},
            {R"([{"right":"write","scope":"window:w0"}])", 0},
            {R"([{"right":"spawn","scope":"session:s0"}])", 0},
            {R"([{"right":"read","scope":"pane:p77"}])", 0},
            {R"([{"right":"read","scope":"self"},{"right":"admin","scope":"*"}])", 1},
        };
        for (const Row& row : rows)
        {
            const std::string expected = row.denied < 0 ? "none" : R"(denied.delegation {"index":)" + std::to_string(row.denied) + "}";
            CPPUNIT_ASSERT_EQUAL_MESSAGE(row.grants, expected, refusalOf([&] { room.prepare(caller, row.grants); }));
            CPPUNIT_ASSERT_EQUAL(std::string{"none"}, refusalOf([&] { room.prepare(kOwner, row.grants); }));
        }
        CPPUNIT_ASSERT_EQUAL(std::string{R"(denied.delegation {"index":0})"},
                             refusalOf([&] { room.prepare(room.pane(w0, kOwner), R"([{"right":"spawn","scope":"self"}])"); }));
    }

    void limitsCountWhatDescendantsHold()
    {
        AuthorityRoom room;
        room.parts.principals.limit({.panes = 6, .panesPerPrincipal = 2});
        const ResourceId w0 = room.window(room.session(kOwner), kOwner);
        const PrincipalId parent = room.pane(w0, kOwner);
        const PrincipalId child = room.pane(w0, parent);
        const PrincipalId grandchild = room.pane(w0, child);
        const std::string full = R"(conflict.limit {"limit":"panes"})";
        CPPUNIT_ASSERT_EQUAL(full, refusalOf([&] { room.prepare(parent, {}); }));
        CPPUNIT_ASSERT_EQUAL(full, refusalOf([&] { room.prepare(child, {}); }));
        CPPUNIT_ASSERT_EQUAL(full, refusalOf([&] { room.prepare(grandchild, {}); }));
        // The owner is bound by the daemon's own limit alone.
        for (int i = 0; i < 3; ++i) room.pane(w0, kOwner);
        CPPUNIT_ASSERT_EQUAL(full, refusalOf([&] { room.prepare(kOwner, {}); }));
        room.parts.index.removed(room.paneOf(grandchild));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, refusalOf([&] { room.prepare(child, {}); }));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, refusalOf([&] { room.prepare(parent, {}); }));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, refusalOf([&] { room.prepare(kOwner, {}); }));
    }

    void panesTakeTheirPrincipalsAlong()
    {
        AuthorityRoom room;
        const PrincipalId g = room.pane(room.window(room.session(kOwner), kOwner), kOwner);
        std::vector<PrincipalId> ended;
        room.parts.principals.onRevoked([&](PrincipalId principal) { ended.push_back(principal); });
        room.parts.index.removed(room.paneOf(g));
        CPPUNIT_ASSERT(ended == std::vector<PrincipalId>{g});
        room.parts.principals.revoke(g);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, ended.size());
    }

    void principalsLingerAsLongAsTheyMay()
    {
        AuthorityRoom room;
        room.parts.principals.limit({.linger = std::chrono::milliseconds{1}});
        const PrincipalId g = room.pane(room.window(room.session(kOwner), kOwner), kOwner);
        bool ended = false;
        room.parts.principals.onRevoked(
            [&](PrincipalId)
            {
                ended = true;
                room.loop.stop();
            });
        room.parts.principals.ended(g);
        CPPUNIT_ASSERT(!ended && room.parts.principals.find(g) != nullptr);
        room.loop.run();
        CPPUNIT_ASSERT(ended && room.parts.principals.find(g) == nullptr);
    }

    void coversWhatTheOtherMayDo()
    {
        AuthorityRoom room;
        const auto& principals = room.parts.principals;
        const ResourceId w0 = room.window(room.session(kOwner), kOwner);
        const PrincipalId plain = room.pane(w0, kOwner);
        const PrincipalId strong = room.pane(w0, kOwner, R"([{"right":"read","scope":"*"}])");
        const PrincipalId writer = room.pane(w0, kOwner, R"([{"right":"write","scope":"session:s0"}])");
        const PrincipalId both = room.pane(w0, kOwner, R"([{"right":"read","scope":"session:s0"},{"right":"write","scope":"session:s0"}])");
        const PrincipalId none = room.pane(w0, kOwner, "[]");
        const PrincipalId child = room.pane(w0, plain);
        CPPUNIT_ASSERT(principals.covers(kOwner, strong) && principals.covers(plain, plain));
        CPPUNIT_ASSERT(!principals.covers(writer, plain) && principals.covers(both, plain) && principals.covers(both, child));
        CPPUNIT_ASSERT(!principals.covers(both, strong) && !principals.covers(both, kOwner));
        CPPUNIT_ASSERT(principals.covers(plain, child) && !principals.covers(child, plain));
        CPPUNIT_ASSERT(principals.covers(plain, none) && !principals.covers(none, plain));
    }

    void eventsTellTheLife()
    {
        AuthorityRoom room;
        const PrincipalId g = room.pane(room.window(room.session(kOwner), kOwner), kOwner);
        room.parts.index.removed(room.paneOf(g));
        const auto [made, token] = room.parts.principals.create(kOwner, {});
        room.parts.principals.revoke(made);
        const auto& ring = room.parts.ring;
        const auto data = [&](std::uint64_t seq)
        {
            const std::string& json = ring.at(seq)->json;
            return json.substr(json.find(R"("kind")"));
        };
        CPPUNIT_ASSERT_EQUAL(std::string{R"("kind":"principal.created","data":{"principal":"g1","pane":"p0"}})"}, data(1));
        CPPUNIT_ASSERT_EQUAL(std::string{R"("kind":"principal.revoked","data":{"principal":"g1","pane":"p0"}})"}, data(2));
        CPPUNIT_ASSERT_EQUAL(std::string{R"("kind":"principal.created","data":{"principal":"g2"}})"}, data(3));
        CPPUNIT_ASSERT_EQUAL(std::string{R"("kind":"principal.revoked","data":{"principal":"g2"}})"}, data(4));
        CPPUNIT_ASSERT(ring.at(2)->about && !ring.at(2)->adminsOnly && ring.at(3)->adminsOnly);
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(PrincipalTableTest);

} // namespace venomx::tests
