// What one life of the daemon's process says to the next of a plugin.
#include <cppunit/extensions/HelperMacros.h>

#include "kernel/plugins/Ending.h"

namespace venomx::kernel::tests
{

class EndingTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(EndingTest);
    CPPUNIT_TEST(whatIsWrittenIsRead);
    CPPUNIT_TEST(otherWordsAreNone);
    CPPUNIT_TEST(whatTheNextLifeSays);
    CPPUNIT_TEST_SUITE_END();

    static std::string written(Ending ending)
    {
        std::string text(kEndingSize, 'x');
        writeEnding(ending, text.data());
        return text.c_str();
    }

    static std::string said(Ending ending)
    {
        const Refused refused = leftOutFor(ending);
        return std::string{refused.reason.view()} + ": " + refused.sentence;
    }

public:
    void whatIsWrittenIsRead()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"=hangs"}, written({Ending::Kind::hangs}));
        CPPUNIT_ASSERT_EQUAL(std::string{"=signal-011"}, written({Ending::Kind::signal, 11}));
        CPPUNIT_ASSERT_EQUAL(std::string{"=status-255"}, written({Ending::Kind::status, -1}));
        for (const Ending ending : {Ending{Ending::Kind::hangs}, Ending{Ending::Kind::signal, 6}, Ending{Ending::Kind::status, 0},
                                    Ending{Ending::Kind::status, 240}})
        {
            const auto read = readEnding("a-plugin" + written(ending));
            CPPUNIT_ASSERT(read.has_value());
            CPPUNIT_ASSERT_EQUAL(std::string{"a-plugin"}, read->first);
            CPPUNIT_ASSERT(read->second.kind == ending.kind);
            CPPUNIT_ASSERT_EQUAL(ending.number, read->second.number);
        }
    }

    void otherWordsAreNone()
    {
        for (const char* word :
             {"", "wedge", "=hangs", "wedge=", "wedge=hangs-001", "wedge=signal-", "wedge=signal-x", "wedge=status-1x", "wedge=sleeps"})
            CPPUNIT_ASSERT_MESSAGE(word, !readEnding(word));
    }

    void whatTheNextLifeSays()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"hangs: it had not started when the limit of this daemon (plugins.start_ms) was over, so the "
                                         "daemon started again without it"},
                             said({Ending::Kind::hangs}));
        CPPUNIT_ASSERT_EQUAL(
            std::string{
                "crashed: while it was started, it ended this daemon's process, by signal 11, so the daemon started again without it"},
            said({Ending::Kind::signal, 11}));
        CPPUNIT_ASSERT_EQUAL(
            std::string{
                "exited: while it was started, it ended this daemon's process, with status 3, so the daemon started again without it"},
            said({Ending::Kind::status, 3}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(EndingTest);

} // namespace venomx::kernel::tests
