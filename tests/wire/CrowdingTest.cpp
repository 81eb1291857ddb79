#include "kernel/wire/Crowding.h"

#include <cppunit/extensions/HelperMacros.h>
#include <string>
#include <vector>

namespace venomx::tests
{

/// Each is counted; the log is told once a minute.
class CrowdingTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(CrowdingTest);
    CPPUNIT_TEST(aFloodIsALineAMinute);
    CPPUNIT_TEST_SUITE_END();

    struct Lines final : Log
    {
        void write(LogLevel level, std::string_view text) override
        {
            CPPUNIT_ASSERT(level == LogLevel::warning);
            lines.emplace_back(text);
        }
        std::vector<std::string> lines;
    };

    void aFloodIsALineAMinute()
    {
        Lines log;
        kernel::Crowding crowding{log};
        const kernel::Crowding::Time begin{std::chrono::hours{1}};
        for (int i = 0; i < 60; ++i) crowding.note("principal", begin + std::chrono::seconds{i});
        crowding.note("hello", begin + std::chrono::seconds{60});
        const std::string text = "connections refused or ended since this was last said: ";
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, log.lines.size());
        CPPUNIT_ASSERT_EQUAL(text + "1, the last for the reason principal", log.lines[0]);
        CPPUNIT_ASSERT_EQUAL(text + "60, the last for the reason hello", log.lines[1]);
        const std::vector<std::uint64_t> counted{60, 0, 0, 1, 0};
        for (std::size_t i = 0; i < counted.size(); ++i) CPPUNIT_ASSERT_EQUAL(counted[i], crowding.counter().read(i));
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(CrowdingTest);

} // namespace venomx::tests
