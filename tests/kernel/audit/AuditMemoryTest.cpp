// The audit of a daemon without memory: its thread lives on, says what is wrong, and writes what waited once there is some again.
#include <Poco/Message.h>
#include <algorithm>
#include <atomic>
#include <cppunit/extensions/HelperMacros.h>
#include <cstddef>
#include <new>
#include <venomx/sdk/testing.h>

#include "kernel/audit/AuditTrail.h"

namespace venomx::kernel::tests
{
namespace
{

using namespace std::chrono_literals;
using venomx::testing::FakeLog;
using venomx::testing::ManualClock;

constexpr auto kPatience = 20s;
constexpr VerbSpec kWrite{.name = "lab.write", .summary = "Write", .effect = Effect::write};

/// Counts lines, of which several come together, unless there is no memory for them.
class Starving final : public Poco::Channel
{
public:
    explicit Starving(const std::atomic<bool>& starved) : _starved(starved) {}
    void log(const Poco::Message& message) override
    {
        if (_starved) throw std::bad_alloc{};
        lines += 1 + std::ranges::count(message.getText(), '\n');
    }
    std::atomic<std::ptrdiff_t> lines{0};

private:
    const std::atomic<bool>& _starved;
};

} // namespace

class AuditMemoryTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(AuditMemoryTest);
    CPPUNIT_TEST(linesAndLooksAreTriedAgain);
    CPPUNIT_TEST_SUITE_END();

public:
    void linesAndLooksAreTriedAgain()
    {
        std::atomic<bool> starved{false};
        std::atomic<std::uint64_t> free{7};
        FakeLog log;
        const ManualClock clock;
        const auto channel = Poco::makeAuto<Starving>(starved);
        const auto look = [&]
        {
            if (starved) throw std::bad_alloc{};
            return FolderLook{true, true, true, true, free};
        };
        AuditTrail trail({.channel = channel, .look = look, .log = log, .clock = clock, .file = "/state/audit.jsonl"});
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{7}, trail.look(kPatience).folder.freeMebibytes);

        starved = true;
        free = 8;
        const TargetNames none{};
        for (int i = 0; i < 3; ++i)
            trail.record({.verb = kWrite.name, .code = "ok", .spec = &kWrite, .caller = {}, .pid = 71, .took = 0us, .targets = none});
        const AuditState starving = trail.look(kPatience);
        CPPUNIT_ASSERT_EQUAL(std::string{"other"}, std::string{starving.trouble.view()});
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{3}, starving.waiting);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{7}, starving.folder.freeMebibytes); // what was seen last stands
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, log.lines().size());

        starved = false;
        const AuditState well = trail.look(kPatience);
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, std::string{well.trouble.view()});
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, well.waiting);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{8}, well.folder.freeMebibytes);
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{3}, channel->lines.load());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, trail.lost().read());
        CPPUNIT_ASSERT(trail.finish(kPatience));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AuditMemoryTest);

} // namespace venomx::kernel::tests
