#include <algorithm>
#include <cppunit/extensions/HelperMacros.h>
#include <string>

#include "kernel/wire/Backlog.h"
#include "kernel/wire/LineBuffer.h"

namespace venomx::tests
{

using namespace venomx::kernel;

/// LineBuffer, and Backlog, which names lines by their places in it.
class LinesTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(LinesTest);
    CPPUNIT_TEST(linesComeOutWhole);
    CPPUNIT_TEST(laterLinesCanBeLookedAt);
    CPPUNIT_TEST(fullMeansNoRoomForTheLinesEnd);
    CPPUNIT_TEST(waitingRequestsAreCancelledByPlace);
    CPPUNIT_TEST_SUITE_END();

    static void put(LineBuffer& lines, std::string_view text)
    {
        const std::span<char> space = lines.space();
        CPPUNIT_ASSERT(space.size() >= text.size());
        std::copy(text.begin(), text.end(), space.begin());
        lines.filled(text.size());
    }

    void linesComeOutWhole()
    {
        LineBuffer lines{64};
        put(lines, "ab");
        CPPUNIT_ASSERT(!lines.first());
        put(lines, "c\nde\nf");
        CPPUNIT_ASSERT(lines.first() == "abc\n");
        lines.drop(4);
        CPPUNIT_ASSERT(lines.first() == "de\n");
        lines.drop(3);
        CPPUNIT_ASSERT(!lines.first() && lines.rest() == "f");
        put(lines, "\n");
        CPPUNIT_ASSERT(lines.first() == "f\n");
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{7}, lines.offset());
        lines.clear();
        CPPUNIT_ASSERT(!lines.first() && lines.rest().empty());
    }

    void laterLinesCanBeLookedAt()
    {
        LineBuffer lines{64};
        put(lines, "drop\n1\n22\n333");
        lines.drop(5);
        CPPUNIT_ASSERT(lines.lineAt(5) == "1\n");
        CPPUNIT_ASSERT(lines.lineAt(7) == "22\n");
        CPPUNIT_ASSERT(!lines.lineAt(10));
        put(lines, "\n");
        CPPUNIT_ASSERT(lines.lineAt(10) == "333\n");
        CPPUNIT_ASSERT(!lines.lineAt(14));
    }

    void fullMeansNoRoomForTheLinesEnd()
    {
        LineBuffer lines{8};
        put(lines, "1234567");
        CPPUNIT_ASSERT(!lines.full());
        put(lines, "\n");
        CPPUNIT_ASSERT(lines.full() && lines.first() == "1234567\n");
        lines.drop(8);
        CPPUNIT_ASSERT(!lines.full());
        put(lines, "12345678");
        CPPUNIT_ASSERT(lines.full() && !lines.first());
    }

    void waitingRequestsAreCancelledByPlace()
    {
        Backlog backlog;
        CPPUNIT_ASSERT(backlog.empty() && !backlog.cancel(5));
        backlog.waits(5, 100);
        backlog.waits(6, 120);
        CPPUNIT_ASSERT(backlog.cancel(5) && !backlog.cancel(5));
        backlog.waits(5, 140); // the id is free again once its request was answered as cancelled
        CPPUNIT_ASSERT(backlog.passOver(100) && !backlog.passOver(120));
        backlog.started(6, 120);
        CPPUNIT_ASSERT(!backlog.cancel(6));
        CPPUNIT_ASSERT(!backlog.passOver(140));
        backlog.started(5, 140);
        CPPUNIT_ASSERT(backlog.empty());
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(LinesTest);

} // namespace venomx::tests
