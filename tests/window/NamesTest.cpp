#include "plugins/window/src/Names.h"

#include <cppunit/extensions/HelperMacros.h>
#include <string>

using namespace venomx::window;

namespace
{

class NamesTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(NamesTest);
    CPPUNIT_TEST(sessionNames);
    CPPUNIT_TEST(ids);
    CPPUNIT_TEST(windowNames);
    CPPUNIT_TEST_SUITE_END();

    void sessionNames()
    {
        for (const std::string name : {"a", "Build-1.2_x", "...", "-", "0", "s", "s0x"})
            CPPUNIT_ASSERT_MESSAGE(name, sessionNameWellFormed(name));
        CPPUNIT_ASSERT(sessionNameWellFormed(std::string(64, 'x')));
        CPPUNIT_ASSERT(!sessionNameWellFormed(std::string(65, 'x')));
        using namespace std::string_literals;
        for (const std::string& name : {""s, "a b"s, "a/b"s, "\xc3\xa9"s, "a\0"s, "a\n"s, "a@b"s, "[a]"s, "a`"s, "{"s})
            CPPUNIT_ASSERT_MESSAGE(name, !sessionNameWellFormed(name));
    }

    void ids()
    {
        for (const std::string name : {"s0", "w12", "p007", "g1"}) CPPUNIT_ASSERT_MESSAGE(name, looksLikeId(name));
        for (const std::string name : {"", "s", "0", "s0a", "a0", "S0", "s-1", "owner", "ss0"})
            CPPUNIT_ASSERT_MESSAGE(name, !looksLikeId(name));
    }

    void windowNames()
    {
        CPPUNIT_ASSERT(windowNameAllowed(""));
        CPPUNIT_ASSERT(windowNameAllowed("unit tests / \xc3\xa9t\xc3\xa9 \xf0\x9f\x8c\x9e s0"));
        CPPUNIT_ASSERT(windowNameAllowed("\xc2\xa0")); // U+00A0, the first that is no C1 control
        CPPUNIT_ASSERT(windowNameAllowed(std::string(256, 'x')));
        CPPUNIT_ASSERT(!windowNameAllowed(std::string(257, 'x')));
        using namespace std::string_literals;
        for (const std::string& name : {"a\n"s, "\t"s, "\0"s, "\x1b[31m"s, "\x7f"s, "\xc2\x80"s, "x\xc2\x9b"s, "\xc2\x9f"s})
            CPPUNIT_ASSERT_MESSAGE(name, !windowNameAllowed(name));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(NamesTest);

} // namespace
