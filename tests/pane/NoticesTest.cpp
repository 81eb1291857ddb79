#include "Notices.h"

#include <cppunit/extensions/HelperMacros.h>
#include <string>

namespace venomx::pane
{

class NoticesTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(NoticesTest);
    CPPUNIT_TEST(testPlainText);
    CPPUNIT_TEST(testNoticesAreBounded);
    CPPUNIT_TEST_SUITE_END();

    void testPlainText()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"ab\u00E4\u00A0\u6F22"}, plainText("a\x07"
                                                                            "b\u00E4\u0085\u009B\u00A0\x7F\u6F22\n"));
        const std::string most = plainText(std::string(Notices::kTextSize - 1, 'x') + "\u6F22y");
        CPPUNIT_ASSERT_EQUAL(std::string(Notices::kTextSize - 1, 'x'), most);
    }

    void testNoticesAreBounded()
    {
        Notices notices;
        CPPUNIT_ASSERT(!notices.any());
        for (int i = 0; i < 100; ++i) notices.note(Prompt{.mark = 'D', .status = i});
        for (int i = 0; i < 100; ++i) notices.note("", std::to_string(i));
        CPPUNIT_ASSERT_EQUAL(Notices::kKept, notices.prompts.size());
        CPPUNIT_ASSERT_EQUAL(99, *notices.prompts.back().status);
        CPPUNIT_ASSERT_EQUAL(Notices::kKept, notices.notifications.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"84"}, notices.notifications.front().body);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(NoticesTest);

} // namespace venomx::pane
