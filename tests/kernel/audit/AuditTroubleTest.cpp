// The audit against a disk that fails, blocks and recovers: what a look says, and what is refused meanwhile.
#include <atomic>
#include <cerrno>
#include <cppunit/extensions/HelperMacros.h>
#include <future>
#include <thread>

#include "tests/kernel/audit/AuditFixture.h"

namespace venomx::kernel::tests
{
namespace
{

using namespace std::chrono_literals;

/// Tells when somebody asks it, once it is told to.
class WatchedClock final : public Clock
{
public:
    [[nodiscard]] std::chrono::steady_clock::time_point steady() const override
    {
        if (_watched.exchange(false)) _asked.set_value();
        return {};
    }
    [[nodiscard]] std::chrono::system_clock::time_point system() const override { return {}; }
    [[nodiscard]] std::future<void> next()
    {
        auto asked = _asked.get_future();
        _watched = true;
        return asked;
    }

private:
    mutable std::atomic<bool> _watched{false};
    mutable std::promise<void> _asked;
};

} // namespace

class AuditTroubleTest : public AuditFixture
{
    CPPUNIT_TEST_SUITE(AuditTroubleTest);
    CPPUNIT_TEST(aFailingDiskKeepsLinesForLater);
    CPPUNIT_TEST(aLookTriesAgain);
    CPPUNIT_TEST(eachLookSeesThePresent);
    CPPUNIT_TEST(requiredRefusesWhatCannotBeWritten);
    CPPUNIT_TEST(aDeadDiskIsStalled);
    CPPUNIT_TEST(linesAndLooksAreTriedAgainOnceThereIsMemory);
    CPPUNIT_TEST_SUITE_END();

public:
    void aFailingDiskKeepsLinesForLater()
    {
        AuditTrail trail(parts());
        _disk->fail(ENOSPC);
        for (int i = 0; i < 5; ++i) record(trail, kWrite);
        const AuditState failing = trail.look(kPatience);
        CPPUNIT_ASSERT_EQUAL(std::string{"full"}, word(failing.trouble));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{5}, failing.waiting);
        _disk->fail(EROFS);
        CPPUNIT_ASSERT_EQUAL(std::string{"denied"}, word(trail.look(kPatience).trouble));
        _disk->fail(ENOENT);
        CPPUNIT_ASSERT_EQUAL(std::string{"missing"}, word(trail.look(kPatience).trouble));
        _disk->fail(EIO);
        CPPUNIT_ASSERT_EQUAL(std::string{"other"}, word(trail.look(kPatience).trouble));
        _disk->fail(0);
        record(trail, kWrite);
        CPPUNIT_ASSERT_EQUAL(std::size_t{6}, _disk->waitForLines(6).size());
        const AuditState well = trail.look(kPatience);
        CPPUNIT_ASSERT_EQUAL(std::string{"none 0"}, word(well.trouble) + ' ' + std::to_string(well.waiting));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, trail.lost().read());
        CPPUNIT_ASSERT_EQUAL(std::string{"the audit is written again"}, _log.lines().back());
        CPPUNIT_ASSERT_EQUAL(std::string{"the audit cannot be written to /state/audit.jsonl: No space left on device"},
                             _log.lines().front());
        CPPUNIT_ASSERT_EQUAL(std::size_t{5}, _log.lines().size()); // one for each change
    }

    void aLookTriesAgain()
    {
        _disk->fail(EACCES);
        AuditTrail trail(parts());
        trail.limit(true, 16);
        CPPUNIT_ASSERT(trail.refusesWrites()); // known before the first request
        CPPUNIT_ASSERT_EQUAL(std::string{"denied"}, word(trail.look(kPatience).trouble));
        _disk->fail(0);
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, word(trail.look(kPatience).trouble));
        CPPUNIT_ASSERT(!trail.refusesWrites());
    }

    /// Also one that comes while another is out.
    void eachLookSeesThePresent()
    {
        WatchedClock clock;
        std::atomic<std::uint64_t> free{1};
        std::promise<void> reached;
        std::promise<void> go;
        std::atomic<int> looks{0};
        const auto look = [&]
        {
            const FolderLook found{true, true, true, true, free};
            if (++looks == 2) // the first was the start's
            {
                reached.set_value();
                go.get_future().wait();
            }
            return found;
        };
        AuditTrail trail({.channel = _disk, .look = look, .log = _log, .clock = clock});
        auto first = std::async(std::launch::async, [&] { return trail.look(kPatience); });
        reached.get_future().wait();
        free = 2;
        auto asked = clock.next();
        auto second = std::async(std::launch::async, [&] { return trail.look(kPatience).folder.freeMebibytes; });
        asked.wait(); // the second has asked
        go.set_value();
        first.wait();
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{2}, second.get());
    }

    void requiredRefusesWhatCannotBeWritten()
    {
        AuditTrail trail(parts());
        _disk->fail(ENOSPC);
        record(trail, kWrite);
        static_cast<void>(trail.look(kPatience));
        CPPUNIT_ASSERT(!trail.refusesWrites()); // not required
        trail.limit(true, 16);
        CPPUNIT_ASSERT(trail.refusesWrites());
        _disk->fail(0);
        record(trail, kWrite, "unavailable.audit"); // the refusal's own line finds out that the trouble is over
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, _disk->waitForLines(2).size());
        static_cast<void>(trail.look(kPatience));
        CPPUNIT_ASSERT(!trail.refusesWrites());
    }

    void aDeadDiskIsStalled()
    {
        _clock.set(std::chrono::steady_clock::now(), std::chrono::system_clock::now());
        AuditTrail trail(parts());
        trail.limit(true, 16);
        _disk->block(true);
        record(trail, kWrite);
        _disk->waitUntilReached();
        CPPUNIT_ASSERT(!trail.refusesWrites());
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, word(trail.look(1ms).trouble)); // so far it is slow at most
        _clock.advance(2s);
        CPPUNIT_ASSERT(trail.refusesWrites());
        CPPUNIT_ASSERT_EQUAL(std::string{"stalled"}, word(trail.look(1ms).trouble));
        // Who looks again waits no more.
        CPPUNIT_ASSERT_EQUAL(std::string{"stalled"}, word(trail.look(std::chrono::hours{1}).trouble));
        _disk->block(false);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, _disk->waitForLines(1).size());
        while (word(trail.look(kPatience).trouble) != "none") std::this_thread::yield();
        CPPUNIT_ASSERT(!trail.refusesWrites());
    }

    void linesAndLooksAreTriedAgainOnceThereIsMemory()
    {
        std::atomic<bool> starved{false};
        std::atomic<std::uint64_t> free{7};
        AuditParts withLook = parts();
        withLook.look = [&]
        {
            if (starved) throw std::bad_alloc{};
            return FolderLook{true, true, true, true, free};
        };
        AuditTrail trail(std::move(withLook));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{7}, trail.look(kPatience).folder.freeMebibytes);

        starved = true;
        _disk->starve(true);
        free = 8;
        for (int i = 0; i < 3; ++i) record(trail, kWrite);
        const AuditState starving = trail.look(kPatience);
        CPPUNIT_ASSERT_EQUAL(std::string{"other"}, word(starving.trouble));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{3}, starving.waiting);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{7}, starving.folder.freeMebibytes); // what was seen last stands
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, _log.lines().size());

        starved = false;
        _disk->starve(false);
        const AuditState well = trail.look(kPatience);
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, word(well.trouble));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, well.waiting);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{8}, well.folder.freeMebibytes);
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, _disk->waitForLines(3).size());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, trail.lost().read());
        CPPUNIT_ASSERT(trail.finish(kPatience));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AuditTroubleTest);

} // namespace venomx::kernel::tests
