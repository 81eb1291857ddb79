#include "AuthorityRoom.h"

#include <array>
#include <cppunit/extensions/HelperMacros.h>
#include <csignal>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel/authority/Peers.h"

namespace venomx::tests
{

using namespace venomx::kernel;

namespace
{

constexpr PrincipalId kOwner = PrincipalId::owner();
constexpr PrincipalId kUnknown = PrincipalId::unknown();
constexpr PrincipalId kNobody = PrincipalId::nobody();

/// A room with one pane, and the peers of its daemon.
struct PeersRoom : AuthorityRoom
{
    ResourceId w0 = window(session(kOwner), kOwner);
    PrincipalId g1 = pane(w0, kOwner);
    pid_t shell = processes.world.rbegin()->first; ///< g1's pane's
    PeersByDescent peers{parts.principals, processes, {FakeProcesses::kDaemon, 10}};

    Standing of(pid_t pid) { return peers.identify({.pid = pid}); }

    void expect(const char* what, PrincipalId withoutToken, bool ownerToken, const Standing& standing)
    {
        CPPUNIT_ASSERT_MESSAGE(what, withoutToken == standing.withoutToken);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(what, ownerToken, standing.ownerToken);
        CPPUNIT_ASSERT_MESSAGE(what, !standing.newcomer.has_value());
    }
};

} // namespace

class PeersTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(PeersTest);
    CPPUNIT_TEST(thoseFromOutsideAreUnknown);
    CPPUNIT_TEST(whatAPaneStartedIsItsPrincipal);
    CPPUNIT_TEST(ownersTokenFromPanesIsTheOperatorsChoice);
    CPPUNIT_TEST(whatCannotBePlacedIsNobody);
    CPPUNIT_TEST(whatChangesMeanwhileIsNobody);
    CPPUNIT_TEST(longChainsAreNotFollowed);
    CPPUNIT_TEST(nothingOlderThanTheDaemonIsLookedAt);
    CPPUNIT_TEST(reusedNumbersAreNoPanes);
    CPPUNIT_TEST(revokedPrincipalsStayInside);
    CPPUNIT_TEST(aProcessMayComeBeforeItsPane);
    CPPUNIT_TEST(creationsThatCameLaterAreNotWaitedFor);
    CPPUNIT_TEST(nobodyMayNothing);
    CPPUNIT_TEST(theSystemTellsTheTruth);
    CPPUNIT_TEST_SUITE_END();

    void thoseFromOutsideAreUnknown()
    {
        PeersRoom room;
        const pid_t child = room.processes.start(FakeProcesses::kTop);
        const pid_t grandchild = room.processes.start(child);
        const pid_t sibling = room.processes.start(FakeProcesses::kStarter);
        for (const pid_t pid : {FakeProcesses::kTop, FakeProcesses::kStarter, child, grandchild, sibling})
            room.expect("outside", kUnknown, true, room.of(pid));
        // One that was put into the namespace from without has no parent that shows.
        room.expect("entered", kUnknown, true, room.of(room.processes.start(0)));
    }

    void whatAPaneStartedIsItsPrincipal()
    {
        PeersRoom room;
        const PrincipalId g2 = room.pane(room.w0, room.g1);
        const pid_t second = room.processes.world.rbegin()->first;
        const pid_t child = room.processes.start(room.shell);
        const pid_t grandchild = room.processes.start(child);
        for (const pid_t pid : {room.shell, child, grandchild}) room.expect("first", room.g1, false, room.of(pid));
        for (const pid_t pid : {second, room.processes.start(second)}) room.expect("second", g2, false, room.of(pid));
    }

    void ownersTokenFromPanesIsTheOperatorsChoice()
    {
        PeersRoom room;
        const pid_t orphan = room.processes.start(FakeProcesses::kDaemon);
        room.peers.ownerFromPanes(true);
        room.expect("inside", room.g1, true, room.of(room.shell));
        room.expect("orphan", kNobody, false, room.of(orphan));
        room.peers.ownerFromPanes(false);
        room.expect("inside", room.g1, false, room.of(room.shell));
    }

    void whatCannotBePlacedIsNobody()
    {
        PeersRoom room;
        auto& world = room.processes.world;
        const pid_t orphan = room.processes.start(FakeProcesses::kDaemon);
        room.expect("orphan", kNobody, false, room.of(orphan));
        room.expect("below an orphan", kNobody, false, room.of(room.processes.start(orphan)));
        room.expect("the daemon itself", kNobody, false, room.of(FakeProcesses::kDaemon));
        room.expect("no such process", kNobody, false, room.of(4));
        room.expect("does not show", kNobody, false, room.of(0));
        const pid_t lost = room.processes.start(777);
        room.expect("parent gone", kNobody, false, room.of(lost));
        for (const pid_t parent : {room.shell, FakeProcesses::kTop})
        {
            const pid_t contained = room.processes.start(parent);
            world[contained].amongUs = false;
            room.expect("another namespace", kNobody, false, room.of(contained));
        }
        const pid_t child = room.processes.start(room.shell);
        world[child].started = world[room.shell].started - 1;
        room.expect("older than its parent", kNobody, false, room.of(child));
        world[child].started = world[room.shell].started;
        room.expect("as old as its parent", room.g1, false, room.of(child));
        room.processes.pins = false;
        room.expect("cannot be held", kNobody, false, room.of(room.shell));
    }

    void whatChangesMeanwhileIsNobody()
    {
        PeersRoom room;
        auto& world = room.processes.world;
        const pid_t young = room.processes.start(FakeProcesses::kTop);
        world[young].started = room.processes.time + 1;
        room.expect("younger than the accept", kNobody, false, room.of(young));

        const pid_t outside = room.processes.start(FakeProcesses::kTop);
        room.processes.lookedAt = [&](pid_t pid)
        {
            if (pid == outside) world[outside].alive = false;
        };
        room.expect("ended after its last look", kNobody, false, room.of(outside));

        // The parent ends, and its number goes to a process of the pane: it is younger than its supposed child.
        const pid_t parent = room.processes.start(FakeProcesses::kTop);
        const pid_t child = room.processes.start(parent);
        room.processes.lookedAt = [&](pid_t pid)
        {
            if (pid == child) world[parent] = {.parent = room.shell, .started = ++room.processes.time};
        };
        room.expect("a parent's number reused", kNobody, false, room.of(child));
    }

    void longChainsAreNotFollowed()
    {
        PeersRoom room;
        pid_t last = room.shell;
        for (int i = 1; i < 64; ++i) last = room.processes.start(last);
        room.expect("64 deep", room.g1, false, room.of(last));
        last = room.processes.start(last);
        room.processes.looks = 0;
        room.expect("65 deep", kNobody, false, room.of(last));
        CPPUNIT_ASSERT_EQUAL(64, room.processes.looks);
    }

    void nothingOlderThanTheDaemonIsLookedAt()
    {
        PeersRoom room;
        pid_t last = FakeProcesses::kTop;
        for (pid_t pid = 2; pid < 42; ++pid)
        {
            room.processes.world[pid] = {.parent = last, .started = 5};
            last = pid;
        }
        room.processes.looks = 0;
        room.expect("outside", kUnknown, true, room.of(room.processes.start(last)));
        CPPUNIT_ASSERT_EQUAL(2, room.processes.looks);
    }

    void reusedNumbersAreNoPanes()
    {
        PeersRoom room;
        // The pane has exited and is still there; its process's number has come round.
        room.processes.world[room.shell].started = ++room.processes.time;
        room.expect("an orphan with a pane's number", kNobody, false, room.of(room.shell));
        // The next pane's process has the number. The first pane's end takes nothing from it.
        const ResourceId first = room.paneOf(room.g1);
        const auto prepared = room.prepare(kOwner, {});
        const ResourceId pane = room.parts.index.allocate(ResourceKind::pane);
        room.parts.index.created(pane, room.w0, kOwner, prepared->id());
        prepared->activate(PaneId{pane.number}, room.shell);
        room.expect("the second pane's", prepared->id(), false, room.of(room.shell));
        room.parts.index.removed(first);
        room.expect("the second pane's", prepared->id(), false, room.of(room.shell));
        room.parts.index.removed(pane);
        room.expect("no pane's", kNobody, false, room.of(room.shell));
    }

    void revokedPrincipalsStayInside()
    {
        PeersRoom room;
        room.parts.principals.revoke(room.g1);
        room.expect("revoked", room.g1, false, room.of(room.shell));
        CPPUNIT_ASSERT(room.parts.principals.grants(room.g1).empty());
    }

    void aProcessMayComeBeforeItsPane()
    {
        for (const bool commits : {true, false})
        {
            PeersRoom room;
            auto prepared = room.prepare(kOwner, {});
            const PrincipalId coming = prepared->id();
            const pid_t process = room.processes.start(FakeProcesses::kDaemon);
            Standing standing = room.of(room.processes.start(process));
            CPPUNIT_ASSERT(standing.newcomer && standing.newcomer->pid == process);
            CPPUNIT_ASSERT(standing.withoutToken == kNobody && !standing.ownerToken);
            CPPUNIT_ASSERT(room.peers.undecided(standing));
            if (commits)
            {
                const ResourceId pane = room.parts.index.allocate(ResourceKind::pane);
                room.parts.index.created(pane, room.w0, kOwner, coming);
                prepared->activate(PaneId{pane.number}, process);
            }
            prepared.reset();
            CPPUNIT_ASSERT(!room.peers.undecided(standing));
            room.expect("settled", commits ? coming : kNobody, false, standing);
        }
    }

    void creationsThatCameLaterAreNotWaitedFor()
    {
        PeersRoom room;
        auto earlier = room.prepare(kOwner, {});
        Standing standing = room.of(room.processes.start(FakeProcesses::kDaemon));
        const auto later = room.prepare(kOwner, {});
        CPPUNIT_ASSERT(room.peers.undecided(standing));
        earlier.reset();
        CPPUNIT_ASSERT(!room.peers.undecided(standing));
        room.expect("an orphan", kNobody, false, standing);
    }

    void nobodyMayNothing()
    {
        PeersRoom room;
        room.parts.principals.grantUnknown({{.right = Right::read}});
        const auto pane = room.paneOf(room.g1);
        CPPUNIT_ASSERT(room.parts.rights.may(kUnknown, Right::read, pane));
        for (const Right right : {Right::read, Right::write, Right::spawn, Right::admin})
            CPPUNIT_ASSERT(!room.parts.rights.may(kNobody, right, pane) && !room.parts.rights.may(kNobody, right, {}));
        CPPUNIT_ASSERT_EQUAL(std::string{"[]"}, room.parts.principals.grantsJson(kNobody));
        CPPUNIT_ASSERT_EQUAL(std::string{"unknown"}, kNobody.str());
        CPPUNIT_ASSERT(!PrincipalId::parse("g" + std::to_string(kNobody.raw())));
        CPPUNIT_ASSERT(!room.parts.principals.covers(kNobody, room.g1));
    }

    void theSystemTellsTheTruth()
    {
        const SystemProcesses system;
        CPPUNIT_ASSERT(SystemProcesses::shown());
        const auto self = system.facts(::getpid());
        CPPUNIT_ASSERT(self && self->parent == ::getppid() && self->started <= system.now());

        std::array<int, 2> ends{};
        CPPUNIT_ASSERT_EQUAL(0, ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()));
        const UniqueFd near{ends[0]};
        const UniqueFd far{ends[1]};
        const Peer peer = peerOf(near.get());
        CPPUNIT_ASSERT(peer.pid == ::getpid() && peer.uid == ::geteuid() && sameUser(peer));
        const UniqueFd pin = system.pin(peer);
        CPPUNIT_ASSERT(pin && system.alive(pin) && system.amongUs(pin));
        CPPUNIT_ASSERT(!system.amongUs(near)); // no process at all

        const pid_t child = ::fork();
        if (child == 0)
        {
            ::pause();
            ::_exit(0);
        }
        const UniqueFd held = UniqueFd{static_cast<int>(::syscall(434, child, 0))}; // pidfd_open
        CPPUNIT_ASSERT(held && system.alive(held) && system.amongUs(held));
        const auto facts = system.facts(child);
        CPPUNIT_ASSERT(facts && facts->parent == ::getpid() && facts->started >= self->started);
        ::kill(child, SIGKILL);
        CPPUNIT_ASSERT_EQUAL(child, ::waitpid(child, nullptr, 0));
        CPPUNIT_ASSERT(!system.alive(held) && !system.facts(child));
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(PeersTest);

} // namespace venomx::tests
