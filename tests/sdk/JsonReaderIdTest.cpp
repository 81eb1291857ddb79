#include <cppunit/extensions/HelperMacros.h>
#include <optional>
#include <string>
#include <venomx/sdk/json_reader.h>

namespace venomx::test
{
namespace
{

struct Case
{
    std::string text;
    JsonError error;
    std::optional<std::int64_t> id;
};

const Case kCases[]{
    {R"({"id":7})", JsonError::none, 7},
    {R"({"verb":"x","id":-3,"params":{"id":9}})", JsonError::none, -3},
    {R"({"\u0069d":5})", JsonError::none, 5},
    // Not the integer member of the outermost object.
    {R"({"ID":7})", JsonError::none, {}},
    {R"({"id":"7"})", JsonError::none, {}},
    {R"({"id":7.0})", JsonError::none, {}},
    {R"({"id":7e0})", JsonError::none, {}},
    {R"({"id":null})", JsonError::none, {}},
    {R"({"id":9223372036854775807})", JsonError::none, 9'223'372'036'854'775'807},
    {R"({"id":9223372036854775808})", JsonError::none, {}},
    {R"({"params":{"id":7}})", JsonError::none, {}},
    {R"([{"id":7}])", JsonError::none, {}},
    {"7", JsonError::none, {}},
    // A text cut short.
    {R"({"id":7,"verb":"x)", JsonError::syntax, 7},
    {R"({"id":7,"verb":)", JsonError::syntax, 7},
    {R"({"id":7)", JsonError::syntax, 7},
    {R"({"id":)", JsonError::syntax, {}},
    {R"({"id":7,"params":{"a":[1,)", JsonError::syntax, 7},
    // Broken grammar behind it, or before it.
    {R"({"id":7}})", JsonError::syntax, 7},
    {R"({"id":7}{"id":8})", JsonError::syntax, 7},
    {R"({"id":7,"x":tru})", JsonError::syntax, 7},
    {R"({"x":tru,"id":7})", JsonError::syntax, {}},
    {R"({"id":07})", JsonError::syntax, {}},
    {R"({"id":7x})", JsonError::syntax, {}},
    // Mistakes that can be read past.
    {R"({"x":"\q","id":7})", JsonError::syntax, 7},
    {R"({"x":"\ud800","id":7})", JsonError::syntax, 7},
    {"{\"x\":\"\t\",\"id\":7}", JsonError::syntax, 7},
    {R"({"x":1,"x":2,"id":7})", JsonError::duplicateKey, 7},
    {R"({"x":{"y":1,"y":2},"id":7})", JsonError::duplicateKey, 7},
    {R"({"a\u0000":1,"id":7})", JsonError::nulInKey, 7},
    {"{\"id\":7,\"x\":\"\xff\"}", JsonError::encoding, 7},
    {"{\"x\":\"\xff\",\"id\":7}", JsonError::encoding, 7},
    {"{\"\xff\":1,\"id\":7}", JsonError::encoding, 7},
    {"{\"id\":7,\xff", JsonError::encoding, 7},
    {"{\"x\":" + std::string(40, '[') + "\"]\\\"]\"" + std::string(40, ']') + ",\"id\":7}", JsonError::depth, 7},
    {"{\"x\":" + std::string(40, '[') + ",\"id\":7}", JsonError::depth, {}},
    // Two ids are none.
    {R"({"id":7,"id":8})", JsonError::duplicateKey, {}},
    {R"({"id":7,"id":7})", JsonError::duplicateKey, {}},
    {R"({"id":"a","id":7})", JsonError::duplicateKey, {}},
};

} // namespace

class JsonReaderIdTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(JsonReaderIdTest);
    CPPUNIT_TEST(theIdIsFoundWhereItCanBeRead);
    CPPUNIT_TEST(itSurvivesEveryTruncationBehindIt);
    CPPUNIT_TEST_SUITE_END();

    JsonReader reader;
    Arena arena;

    void theIdIsFoundWhereItCanBeRead()
    {
        for (const Case& line : kCases)
        {
            const JsonReader::Outcome outcome = reader.read(line.text, arena);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(line.text, static_cast<int>(line.error), static_cast<int>(outcome.error));
            CPPUNIT_ASSERT_MESSAGE(line.text, line.id == outcome.id);
        }
    }

    void itSurvivesEveryTruncationBehindIt()
    {
        const std::string whole = R"({"id":123,"verb":"pane.send","params":{"pane":"p0","text":"a\n\u20ac","deep":[[[{}]]]}})";
        const std::size_t read = whole.find(',');
        for (std::size_t length = read; length < whole.size(); ++length)
            CPPUNIT_ASSERT(reader.read(std::string_view{whole}.substr(0, length), arena).id == std::int64_t{123});
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(JsonReaderIdTest);

} // namespace venomx::test
