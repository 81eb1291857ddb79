// The audit's lines: what has one, and that they wait for nobody and are written in order.
#include <algorithm>
#include <cppunit/extensions/HelperMacros.h>
#include <thread>

#include "tests/kernel/audit/AuditFixture.h"

namespace venomx::kernel::tests
{
using namespace std::chrono_literals;

class AuditTrailTest : public AuditFixture
{
    CPPUNIT_TEST_SUITE(AuditTrailTest);
    CPPUNIT_TEST(whatHasALine);
    CPPUNIT_TEST(linesAreHandedOverTogether);
    CPPUNIT_TEST(linesThatWaitAreWrittenTogether);
    CPPUNIT_TEST(linesWithoutRoomTogetherAreWrittenOneByOne);
    CPPUNIT_TEST(aSlowDiskDelaysNobody);
    CPPUNIT_TEST(whatIsPastTheBoundIsLostAndCounted);
    CPPUNIT_TEST_SUITE_END();

public:
    void whatHasALine()
    {
        _clock.set(std::chrono::steady_clock::now(), std::chrono::system_clock::time_point{1'764'500'711'042ms});
        AuditTrail trail(parts());
        TargetNames targets;
        targets.add(ResourceId{ResourceKind::pane, 7});
        targets.add(std::string_view{"secret"});
        targets.add(std::string_view{"g3"});
        record(trail, kRead);
        record(trail, kWrite, "ok", targets);
        record(trail, kRead, "not_found.pane");
        record(trail, kRead, "denied.read");
        record(trail, kDestroy, "conflict.pane_exited");
        trail.record({.verb = {}, .code = "not_found.verb", .spec = nullptr, .caller = {}, .pid = 1, .took = 0us, .targets = targets});
        trail.denied(PrincipalId::unknown(), 72, "denied.token");
        const auto lines = _disk->waitForLines(4);
        const std::string at = R"({"at":"2025-11-30T11:05:11.042Z","seq":)";
        const std::string who = R"(,"principal":"g4","pid":71,"verb":"lab.)";
        CPPUNIT_ASSERT_EQUAL(at + "1" + who + R"(write","targets":["p7","g3"],"outcome":"ok","ms":2})", lines.at(0));
        CPPUNIT_ASSERT_EQUAL(at + "2" + who + R"(read","targets":[],"outcome":"denied.read","ms":2})", lines.at(1));
        CPPUNIT_ASSERT_EQUAL(at + "3" + who + R"(destroy","targets":[],"outcome":"conflict.pane_exited","ms":2})", lines.at(2));
        CPPUNIT_ASSERT_EQUAL(at + R"(4,"principal":"unknown","pid":72,"verb":"hello","targets":[],"outcome":"denied.token","ms":0})",
                             lines.at(3));
        CPPUNIT_ASSERT(trail.finish(kPatience));
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, _disk->waitForLines(4).size());
        _disk->waitUntilClosed();
    }

    void aSlowDiskDelaysNobody()
    {
        AuditTrail trail(parts());
        _disk->block(true);
        record(trail, kWrite);
        _disk->waitUntilReached();
        // The disk holds the first; a thousand more are taken while it does.
        for (int i = 0; i < 1'000; ++i) record(trail, kWrite);
        CPPUNIT_ASSERT(!trail.refusesWrites());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, trail.written().read());
        _disk->block(false);
        const auto lines = _disk->waitForLines(1'001);
        assertInOrder(lines);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, trail.lost().read());
    }

    void whatIsPastTheBoundIsLostAndCounted()
    {
        AuditTrail trail(parts());
        trail.limit(true, 16);
        _disk->block(true);
        for (int i = 0; i < 20; ++i) record(trail, kWrite);
        CPPUNIT_ASSERT(trail.refusesWrites());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{4}, trail.lost().read());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, _log.lines().size());
        _disk->block(false);
        CPPUNIT_ASSERT_EQUAL(std::string{"16"}, between(_disk->waitForLines(16).back(), R"("seq":)", ","));
        record(trail, kWrite);
        CPPUNIT_ASSERT_EQUAL(std::string{"21"}, between(_disk->waitForLines(17).back(), R"("seq":)", ","));
        CPPUNIT_ASSERT(trail.finish(kPatience));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{17}, trail.written().read());
    }

    void linesAreHandedOverTogether()
    {
        int asked = 0;
        AuditParts withHandOver = parts();
        withHandOver.soon = [&] { ++asked; };
        AuditTrail trail(std::move(withHandOver));
        for (int i = 0; i < 3; ++i) record(trail, kWrite);
        CPPUNIT_ASSERT_EQUAL(3, asked);
        CPPUNIT_ASSERT(_disk->waitForLines(0).empty());
        trail.handOver();
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, _disk->waitForLines(3).size());
        record(trail, kWrite);
        CPPUNIT_ASSERT(trail.finish(kPatience)); // without another word
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, _disk->waitForLines(4).size());
    }

    void linesThatWaitAreWrittenTogether()
    {
        AuditTrail trail(parts());
        _disk->block(true);
        for (int i = 0; i < 1'000; ++i) record(trail, kWrite);
        _disk->block(false);
        const auto lines = _disk->waitForLines(1'000);
        assertInOrder(lines);
        CPPUNIT_ASSERT(trail.finish(kPatience));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1'000}, trail.written().read());
        const auto writes = _disk->writes();
        CPPUNIT_ASSERT(writes.size() < 300);
        CPPUNIT_ASSERT(std::ranges::max(writes) < 1'024); // with the last newline no more than the smallest file holds
    }

    void linesWithoutRoomTogetherAreWrittenOneByOne()
    {
        AuditTrail trail(parts());
        _disk->block(true);
        for (int i = 0; i < 20; ++i) record(trail, kWrite);
        _disk->room(200); // for one line
        _disk->block(false);
        const auto lines = _disk->waitForLines(20);
        assertInOrder(lines);
        CPPUNIT_ASSERT(trail.finish(kPatience));
        CPPUNIT_ASSERT_EQUAL(std::size_t{20}, _disk->writes().size());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{20}, trail.written().read());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, trail.lost().read());
        CPPUNIT_ASSERT(_log.lines().empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AuditTrailTest);

} // namespace venomx::kernel::tests
