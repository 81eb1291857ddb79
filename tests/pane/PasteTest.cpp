#include "Paste.h"

#include <cppunit/extensions/HelperMacros.h>
#include <string>

#include "Base64.h"

namespace venomx::pane
{

class PasteTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(PasteTest);
    CPPUNIT_TEST(testLineEnds);
    CPPUNIT_TEST(testEscapesGo);
    CPPUNIT_TEST(testMarks);
    CPPUNIT_TEST(testBase64);
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

    void testBase64()
    {
        struct Case
        {
            std::string_view text;
            std::string_view bytes;
        };
        constexpr Case cases[] = {{"", ""},        {"Zg==", "f"},        {"Zm8=", "fo"},
                                  {"Zm9v", "foo"}, {"Zm9vYg==", "foob"}, {"AP/+gA==", {"\0\xFF\xFE\x80", 4}}};
        Arena arena;
        for (const Case& one : cases)
        {
            const auto bytes = fromBase64(one.text, arena);
            CPPUNIT_ASSERT_MESSAGE(std::string{one.text}, bytes && *bytes == one.bytes);
            CPPUNIT_ASSERT_EQUAL(std::string{one.text}, toBase64(one.bytes));
        }
        for (const std::string_view wrong : {"Z", "Zg", "Zg=", "Zg===", "=", "====", "Zh==", "Zm9=", "Zm 9", "Zg==Zg==", "Zm9v\n", "Zm-_"})
            CPPUNIT_ASSERT_MESSAGE(std::string{wrong}, !fromBase64(wrong, arena));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PasteTest);

} // namespace venomx::pane
