#include "Lab.h"

#include "client/documents/Facts.h"
#include "client/documents/Markdown.h"
#include "client/documents/Reference.h"
#include "tests/client/Fixture.h"

#include <cppunit/extensions/HelperMacros.h>

namespace venomx::client::test
{

class ReferenceTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ReferenceTest);
    CPPUNIT_TEST(wholeDocument);
    CPPUNIT_TEST(tellsAllOfEachVerb);
    CPPUNIT_TEST(isAPureFunction);
    CPPUNIT_TEST(textIsNoMarkup);
    CPPUNIT_TEST(codeHoldsBackQuotes);
    CPPUNIT_TEST(tablesHoldBars);
    CPPUNIT_TEST_SUITE_END();

public:
    void wholeDocument() { assertGolden("reference.md", referenceDocument(lab())); }

    void tellsAllOfEachVerb()
    {
        for (const Manifest* manifest : {&lab(), &test::manifest()})
        {
            const std::string document = referenceDocument(*manifest);
            for (const VerbView& verb : manifest->verbs())
            {
                const std::string section = referenceSection(*manifest, verb);
                assertHolds(document, section);
                assertHolds(section, "`" + std::string{verb.name()} + "`");
                for (const Field& field : flattened(verb.params())) assertHolds(section, "\n| `" + field.path + "` |");
                for (const Field& field : flattened(verb.results())) assertHolds(section, "\n| `" + field.path + "` |");
                for (const ErrorView& error : verb.errors()) assertHolds(section, "\n| `" + std::string{error.code} + "` |");
            }
        }
    }

    void isAPureFunction()
    {
        const std::optional<Manifest> again = Manifest::read(dataFile("manifest.json"));
        CPPUNIT_ASSERT_EQUAL(referenceDocument(lab()), referenceDocument(*again));
    }

    void textIsNoMarkup()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{R"(a\*b\* \<id> \`c\` env_unset \_x\_ argv[0] [l]\(u) \\)"},
                             markdownText(R"(a*b* <id> `c` env_unset _x_ argv[0] [l](u) \)"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(one\\ntwo)"}, markdownText("one\ntwo"));
    }

    void codeHoldsBackQuotes()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{}, markdownCode(""));
        CPPUNIT_ASSERT_EQUAL(std::string{"`a*`"}, markdownCode("a*"));
        CPPUNIT_ASSERT_EQUAL(std::string{"```a``b```"}, markdownCode("a``b"));
        CPPUNIT_ASSERT_EQUAL(std::string{"`` `a ``"}, markdownCode("`a"));
        CPPUNIT_ASSERT_EQUAL(std::string{"````sh\n```\n````\n"}, markdownBlock("sh", "```"));
    }

    void tablesHoldBars()
    {
        constexpr std::string_view kHeadings[]{"a", "b"};
        const std::vector<std::vector<std::string>> rows{{"x|y", ""}};
        CPPUNIT_ASSERT_EQUAL(std::string{"| a | b |\n|---|---|\n| x\\|y | |\n"}, markdownTable(kHeadings, rows));
        CPPUNIT_ASSERT_EQUAL(std::string{}, markdownTable(kHeadings, {}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ReferenceTest);

} // namespace venomx::client::test
