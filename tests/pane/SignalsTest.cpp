#include "Signals.h"

#include <cppunit/extensions/HelperMacros.h>
#include <csignal>
#include <string>

namespace venomx::pane
{

class SignalsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(SignalsTest);
    CPPUNIT_TEST(testSignalNames);
    CPPUNIT_TEST_SUITE_END();

    void testSignalNames()
    {
        struct Case
        {
            std::string_view name;
            int number;
        };
        const Case cases[] = {
            {"TERM", SIGTERM},   {"SIGTERM", SIGTERM},         {"INT", SIGINT},           {"KILL", SIGKILL},     {"WINCH", SIGWINCH},
            {"RTMIN", SIGRTMIN}, {"SIGRTMIN+3", SIGRTMIN + 3}, {"RTMAX-1", SIGRTMAX - 1}, {"SIGRTMAX", SIGRTMAX}};
        for (const Case& one : cases) CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{one.name}, one.number, signalNumber(one.name).value_or(0));
        for (const std::string_view wrong :
             {"", "SIG", "term", "9", "SIGSIGTERM", "RTMIN+", "RTMIN+99", "RTMIN+-1", "RTMIN-1", "FOO", "TERM "})
            CPPUNIT_ASSERT_MESSAGE(std::string{wrong}, !signalNumber(wrong));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SignalsTest);

} // namespace venomx::pane
