#include <cppunit/extensions/HelperMacros.h>
#include <string>
#include <venomx/sdk/base64.h>

namespace venomx::test
{

class Base64Test : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(Base64Test);
    CPPUNIT_TEST(bothWays);
    CPPUNIT_TEST(whatIsNot);
    CPPUNIT_TEST_SUITE_END();

    void bothWays()
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
            CPPUNIT_ASSERT(std::string{one.bytes} == fromBase64(one.text));
            CPPUNIT_ASSERT_EQUAL(std::string{one.text}, toBase64(one.bytes));
        }
    }

    void whatIsNot()
    {
        Arena arena;
        for (const std::string_view wrong :
             {"Z", "Zg", "Zg=", "Zg===", "=", "====", "Z===", "Zh==", "Zm9=", "Zm 9", "Zg==Zg==", "Zm9v!A==", "Zm9v\n", "Zm-_"})
        {
            CPPUNIT_ASSERT_MESSAGE(std::string{wrong}, !fromBase64(wrong, arena));
            CPPUNIT_ASSERT_MESSAGE(std::string{wrong}, !fromBase64(wrong));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(Base64Test);

} // namespace venomx::test
