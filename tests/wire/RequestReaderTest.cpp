#include <cppunit/extensions/HelperMacros.h>
#include <string>

#include <venomx/sdk/json_writer.h>

#include "kernel/wire/RequestReader.h"

namespace venomx::tests
{

using namespace venomx::kernel;

namespace
{

std::string number(const std::optional<std::uint64_t>& id)
{
    return id ? std::to_string(*id) : "null";
}

/// A frame in one comparable line.
std::string shown(const Frame& frame)
{
    if (std::holds_alternative<EmptyLine>(frame)) return "empty";
    if (const auto* cancel = std::get_if<CancelFrame>(&frame)) return "cancel " + std::to_string(cancel->id);
    if (const auto* request = std::get_if<RequestFrame>(&frame))
    {
        std::string text = std::to_string(request->id) + ' ' + std::string{request->verb} + ' ';
        JsonWriter(text).value(request->params);
        return text;
    }
    const auto& bad = std::get<BadFrame>(frame);
    const char* words[] = {"syntax", "encoding", "id"};
    return std::string{words[static_cast<std::size_t>(bad.wrong)]} + ' ' + number(bad.id);
}

} // namespace

class RequestReaderTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(RequestReaderTest);
    CPPUNIT_TEST(readsEachKindOfLine);
    CPPUNIT_TEST(depthEndsAtTheLimit);
    CPPUNIT_TEST(badOnesLeaveTheReaderGood);
    CPPUNIT_TEST_SUITE_END();

    std::string read(std::string_view line)
    {
        Arena arena;
        return shown(_reader.read(line, arena));
    }

    void readsEachKindOfLine()
    {
        struct Row
        {
            std::string_view line;
            const char* expected;
        };
        using namespace std::literals;
        const Row rows[] = {
            {"\n", "empty"},
            {" \t\r\n", "empty"},
            {R"({"id":7,"verb":"pane.split","params":{"a":[1]}})", R"(7 pane.split {"a":[1]})"},
            {"  {\"verb\":\"whoami\",\"id\":0}\r\n", "0 whoami null"},
            {R"({"id":9007199254740991,"verb":""})", "9007199254740991  null"},
            {R"({"id":1,"verb":"x","params":[]})", "1 x []"},
            {R"({"id":1,"verb":"x","params":null})", "1 x false"},
            {R"({"i\u0064":3,"verb":"x"})", "3 x null"},
            {R"({"cancel":7})", "cancel 7"},
            {R"({"cancel":-1})", "id null"},
            {R"({"cancel":"7"})", "id null"},
            {R"({"cancel":1,"id":2})", "syntax 2"},
            {R"({"cancel":1,"verb":"x"})", "syntax null"},
            {R"({"id":9007199254740992,"verb":"x"})", "id null"},
            {R"({"id":-1,"verb":"x"})", "id null"},
            {R"({"id":1.0,"verb":"x"})", "id null"},
            {R"({"id":1e0,"verb":"x"})", "id null"},
            {R"({"id":"1","verb":"x"})", "id null"},
            {R"({"id":null,"verb":"x"})", "id null"},
            {R"({"id":123456789012345678901234567890,"verb":"x"})", "id null"},
            {R"({"verb":"x"})", "id null"},
            {R"({"id":4})", "syntax 4"},
            {R"({"id":4,"verb":5})", "syntax 4"},
            {R"({})", "syntax null"},
            {R"({"id":5,"verb":"x","extra":true})", "syntax 5"},
            {R"({"id":5,"verb":"x","id":6})", "syntax null"},
            {R"({"id":5,"verb":"x","verb":"y"})", "syntax 5"},
            {R"({"id":5,"verb":"x","params":{"a":1,"\u0061":2}})", "syntax 5"},
            {R"({"id":5,"verb":"x","params":{"a\u0000":1}})", "syntax 5"},
            {R"({"id":5,"verb":"x"} 1)", "syntax 5"},
            {R"({"id":5,"verb":"x")", "syntax 5"},
            {R"({"id":5,"verb":"x","params":{"a":tru}})", "syntax 5"},
            {"{\"id\":5,\"verb\":\"x\0\"}"sv, "syntax 5"},
            {"nonsense", "syntax null"},
            {"[1]", "syntax null"},
            {"7", "syntax null"},
            {"\"text\"", "syntax null"},
            {"null", "syntax null"},
            {"{\"id\":5,\"verb\":\"\xff\"}", "encoding 5"},
            {"{\"id\":5,\"verb\":\"\xed\xa0\x80\"}", "encoding 5"},
            {"\xc3", "encoding null"},
        };
        for (const Row& row : rows) CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{row.line}, std::string{row.expected}, read(row.line));
    }

    void depthEndsAtTheLimit()
    {
        const auto nested = [](std::size_t levels)
        { return R"({"id":1,"verb":"x","params":{"a":)" + std::string(levels, '[') + std::string(levels, ']') + "}}"; };
        CPPUNIT_ASSERT_EQUAL(std::string{"1 x"}, read(nested(30)).substr(0, 3));
        CPPUNIT_ASSERT_EQUAL(std::string{"syntax 1"}, read(nested(31)));
        CPPUNIT_ASSERT_EQUAL(std::string{"syntax 1"}, read(nested(400'000)));
    }

    void badOnesLeaveTheReaderGood()
    {
        const std::string good = R"({"id":7,"verb":"pane.split","params":{"argv":["a","b"],"cwd":"/x"}})";
        for (std::size_t cut = 0; cut < good.size(); ++cut)
        {
            const std::string bad = read(good.substr(0, cut));
            CPPUNIT_ASSERT_MESSAGE(good.substr(0, cut), cut == 0 ? bad == "empty" : bad.starts_with("syntax"));
            CPPUNIT_ASSERT_EQUAL(std::string{R"(7 pane.split {"argv":["a","b"],"cwd":"/x"})"}, read(good));
        }
    }

    RequestReader _reader;
};
CPPUNIT_TEST_SUITE_REGISTRATION(RequestReaderTest);

} // namespace venomx::tests
