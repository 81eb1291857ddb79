// The end of the audit: what waits is written, and a disk that does not come back is left behind.
#include <cerrno>
#include <cppunit/extensions/HelperMacros.h>
#include <thread>

#include "tests/kernel/audit/AuditFixture.h"

namespace venomx::kernel::tests
{
using namespace std::chrono_literals;

class AuditEndTest : public AuditFixture
{
    CPPUNIT_TEST_SUITE(AuditEndTest);
    CPPUNIT_TEST(theEndWritesWhatWaits);
    CPPUNIT_TEST(theEndDoesNotWaitForADeadDisk);
    CPPUNIT_TEST(aThreadLeftBehindTouchesNothing);
    CPPUNIT_TEST_SUITE_END();

public:
    void theEndWritesWhatWaits()
    {
        AuditTrail trail(parts());
        _disk->block(true);
        for (int i = 0; i < 100; ++i) record(trail, kWrite);
        std::thread helper{[this] { _disk->block(false); }};
        CPPUNIT_ASSERT(trail.finish(kPatience));
        helper.join();
        CPPUNIT_ASSERT_EQUAL(std::size_t{100}, _disk->waitForLines(100).size());
        CPPUNIT_ASSERT(trail.finish(0ms));
    }

    void theEndDoesNotWaitForADeadDisk()
    {
        AuditTrail trail(parts());
        _disk->block(true);
        record(trail, kWrite);
        _disk->waitUntilReached();
        CPPUNIT_ASSERT(!trail.finish(1ms));
        CPPUNIT_ASSERT_EQUAL(std::string{"the daemon ends with audit lines unwritten: 1"}, _log.lines().back());
        _disk->block(false);
        CPPUNIT_ASSERT(trail.finish(kPatience));
    }

    void aThreadLeftBehindTouchesNothing()
    {
        {
            AuditTrail trail(parts());
            _disk->block(true);
            record(trail, kWrite);
            record(trail, kWrite);
            _disk->waitUntilReached();
            CPPUNIT_ASSERT(!trail.finish(1ms));
        }
        const std::size_t said = _log.lines().size();
        _disk->fail(EIO);
        _disk->block(false);
        _disk->waitUntilClosed();
        CPPUNIT_ASSERT_EQUAL(said, _log.lines().size());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AuditEndTest);

} // namespace venomx::kernel::tests
