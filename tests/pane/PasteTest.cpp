#include "Paste.h"

#include <cppunit/extensions/HelperMacros.h>
#include <string>

namespace venomx::pane
{

class PasteTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(PasteTest);
    CPPUNIT_TEST(testLineEnds);
    CPPUNIT_TEST(testEscapesGo);
    CPPUNIT_TEST(testMarks);
    CPPUNIT_TEST_SUITE_END();

    static std::string paste(std::string_view text, bool bracketed = false)
    {
        Arena arena;
        return std::string{pasted(text, bracketed, arena)};
    }

    void testLineEnds()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"a\rb\rc\rd\r\re"}, paste("a\nb\r\nc\rd\n\r\ne"));
        CPPUNIT_ASSERT_EQUAL(std::string{"\r"}, paste("\r"));
        CPPUNIT_ASSERT_EQUAL(std::string{"\r"}, paste("\r\n"));
        CPPUNIT_ASSERT_EQUAL(std::string{}, paste(""));
    }

    void testEscapesGo()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"[201~rm"}, paste("\x1B[201~rm"));
        CPPUNIT_ASSERT_EQUAL(std::string{"201~\u009A\u009Cx"}, paste("\u009B201~\u009A\u009C\x1Bx"));
        CPPUNIT_ASSERT_EQUAL(std::string{}, paste("\x1B\x1B\u009B\x1B"));
    }

    void testMarks()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"\x1B[200~a\rb\x1B[201~"}, paste("a\nb", true));
        CPPUNIT_ASSERT_EQUAL(std::string{"\x1B[200~[201~x\x1B[201~"}, paste("\x1B[201~x", true));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PasteTest);

} // namespace venomx::pane
