// The plugin `doctor` keeps what every plugin keeps.
#include <cppunit/extensions/HelperMacros.h>
#include <venomx/sdk/testing.h>

#include "DoctorPlugin.h"

namespace venomx::tests
{

using namespace venomx::testing;

class DoctorContractTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(DoctorContractTest);
    CPPUNIT_TEST(keepsIt);
    CPPUNIT_TEST(aStopAnswersWhoWaits);
    CPPUNIT_TEST_SUITE_END();

    static std::shared_ptr<void> surround(Bench& bench)
    {
        const auto report = std::make_shared<FakeHealthReport>();
        report->checks = {{.name = "spawn.path", .status = HealthStatus::warn, .summary = "no PATH", .hint = "set PATH"}};
        bench.services.offer<HealthReport>(*report);
        return report;
    }

public:
    void keepsIt()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string{},
            brokenPromises({.name = "doctor", .make = [] { return std::make_unique<doctor::DoctorPlugin>(); }, .surround = surround}));
    }

    void aStopAnswersWhoWaits()
    {
        FakeHealthReport report;
        report.held = true;
        Bench bench{"doctor", [] { return std::make_unique<doctor::DoctorPlugin>(); }};
        bench.services.offer<HealthReport>(report);
        bench.start();
        const auto asked = bench.ask("doctor");
        CPPUNIT_ASSERT_EQUAL(std::string{"pending"}, asked->answer().str());
        bench.stop();
        CPPUNIT_ASSERT_EQUAL(std::string{"refused unavailable.shutdown {}"}, asked->wait().str());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, bench.faults());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DoctorContractTest);

} // namespace venomx::tests
