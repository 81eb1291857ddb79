#include "AuthorityRoom.h"

#include <cppunit/extensions/HelperMacros.h>
#include <venomx/sdk/json_reader.h>

namespace venomx::tests
{

using namespace venomx::kernel;

class GrantsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(GrantsTest);
    CPPUNIT_TEST(scopesAreReadStrictly);
    CPPUNIT_TEST(listsAreReadAndWritten);
    CPPUNIT_TEST(malformedOnesNameTheirPlace);
    CPPUNIT_TEST(thereIsAMostOfThem);
    CPPUNIT_TEST(operatorsWriteThemInWords);
    CPPUNIT_TEST_SUITE_END();

    static std::string parsed(std::string_view json)
    {
        AuthorityRoom room;
        Arena arena;
        JsonReader reader;
        const auto outcome = reader.read(json, arena);
        std::string text;
        const std::string refusal = refusalOf([&] { text = toJson(parseGrants(outcome.value, room.parts.index)); });
        return refusal == "none" ? text : refusal;
    }

    void scopesAreReadStrictly()
    {
        for (const char* text : {"*", "self", "session:s0", "window:w12", "pane:p3"})
            CPPUNIT_ASSERT_EQUAL(std::string{text}, Scope::parse(text)->str());
        for (const char* text :
             {"", "**", "Self", "session:", "session:w0", "session:build", "window:s0", "pane:p01", "pane:p0 ", "pane: p0", "p0"})
            CPPUNIT_ASSERT_MESSAGE(text, !Scope::parse(text));
    }

    void listsAreReadAndWritten()
    {
        const std::string list =
            R"([{"right":"read","scope":"session:s0"},{"right":"write","scope":"self"},{"right":"admin","scope":"*"}])";
        CPPUNIT_ASSERT_EQUAL(list, parsed(list));
        CPPUNIT_ASSERT_EQUAL(std::string{"[]"}, parsed("[]"));
    }

    void malformedOnesNameTheirPlace()
    {
        const std::string right = R"(invalid_params.grant_scope {"param":"grants.0.right"})";
        CPPUNIT_ASSERT_EQUAL(right, parsed(R"([{"right":"Read","scope":"*"}])"));
        CPPUNIT_ASSERT_EQUAL(right, parsed(R"([{"right":"","scope":"nowhere"}])"));
        const std::string scope = R"(invalid_params.grant_scope {"param":"grants.1.scope"})";
        CPPUNIT_ASSERT_EQUAL(scope, parsed(R"([{"right":"read","scope":"*"},{"right":"read","scope":"s0"}])"));
        CPPUNIT_ASSERT_EQUAL(scope, parsed(R"([{"right":"read","scope":"*"},{"right":"admin","scope":"self"}])"));
    }

    void thereIsAMostOfThem()
    {
        const std::string one = R"({"right":"read","scope":"self"})";
        std::string many = one;
        for (int i = 1; i < 256; ++i) many += "," + one;
        CPPUNIT_ASSERT_EQUAL("[" + many + "]", parsed("[" + many + "]"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(invalid_params.grant_scope {"param":"grants"})"}, parsed("[" + many + "," + one + "]"));
    }

    void operatorsWriteThemInWords()
    {
        const auto grant = parseGrant("write  session:s4");
        CPPUNIT_ASSERT(grant && grant->right == Right::write && grant->scope.str() == "session:s4");
        for (const char* words : {"", "read", "read ", "* read", "read * ", "admin self", "read *,write *"})
            CPPUNIT_ASSERT_MESSAGE(words, !parseGrant(words));
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(GrantsTest);

} // namespace venomx::tests
