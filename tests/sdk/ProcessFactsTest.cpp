#include <cppunit/extensions/HelperMacros.h>
#include <string>
#include <unistd.h>
#include <venomx/sdk/process_facts.h>

namespace venomx::test
{

class ProcessFactsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ProcessFactsTest);
    CPPUNIT_TEST(testStat);
    CPPUNIT_TEST(testSelf);
    CPPUNIT_TEST_SUITE_END();

    void testStat()
    {
        const auto facts =
            parseStat("77 (a) b (c) R 5 6 7 34816 77 4194304 98 0 0 0 0 -3 0 0 20 0 1 0 147582 3133440 360 18446744073709551615");
        CPPUNIT_ASSERT(facts.has_value());
        CPPUNIT_ASSERT_EQUAL('R', facts->state);
        CPPUNIT_ASSERT_EQUAL(pid_t{5}, facts->parent);
        CPPUNIT_ASSERT_EQUAL(pid_t{6}, facts->group);
        CPPUNIT_ASSERT_EQUAL(pid_t{7}, facts->session);
        CPPUNIT_ASSERT_EQUAL(dev_t{34816}, facts->terminal);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{147582}, facts->started);
        const std::string upToExit = " 0 0 0 0 0 0 0 0 0 0 0 0 17 1 0 0 1 2 3 4 5 6 ";
        const std::string before = "77 (x) R 5 6 7 34816 77 4194304 98 0 0 0 0 -3 0 0 20 0 1 0 147582 3133440 360 1 2 3 4";
        CPPUNIT_ASSERT(parseStat(before + upToExit + "0 0")->executing);
        CPPUNIT_ASSERT(!parseStat(before + upToExit + "140722 0")->executing);
        for (const std::string_view wrong : {"", "77", "77 (x", "77 (x)", "77 (x) R", "77 (x) R 1 2", "77 (x) R 1 2 3 4 5 6 7 8 9 10"})
            CPPUNIT_ASSERT_MESSAGE(std::string{wrong}, !parseStat(wrong));
    }

    void testSelf()
    {
        const auto facts = processFacts(::getpid());
        CPPUNIT_ASSERT(facts.has_value());
        CPPUNIT_ASSERT_EQUAL(::getppid(), facts->parent);
        CPPUNIT_ASSERT_EQUAL(::getpgrp(), facts->group);
        CPPUNIT_ASSERT_EQUAL(::getsid(0), facts->session);
        CPPUNIT_ASSERT(facts->alive() && facts->started > 0);
        CPPUNIT_ASSERT(!processFacts(0));
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(ProcessFactsTest);

} // namespace venomx::test
