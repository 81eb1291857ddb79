#include <array>
#include <cmath>
#include <cppunit/extensions/HelperMacros.h>
#include <limits>
#include <string>
#include <venomx/sdk/json_writer.h>

namespace venomx::test
{
namespace
{

template <class T>
std::string written(const T& content)
{
    std::string out;
    JsonWriter{out}.value(content);
    return out;
}

} // namespace

class JsonWriterTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(JsonWriterTest);
    CPPUNIT_TEST(commasAndNesting);
    CPPUNIT_TEST(appendsToWhatIsThere);
    CPPUNIT_TEST(integers);
    CPPUNIT_TEST(reals);
    CPPUNIT_TEST(everyAsciiByte);
    CPPUNIT_TEST(specialsAtEveryPlace);
    CPPUNIT_TEST(unicodeAsItIs);
    CPPUNIT_TEST(invalidUtf8IsReplaced);
    CPPUNIT_TEST(trees);
    CPPUNIT_TEST(bigIntegersStayIntegers);
    CPPUNIT_TEST_SUITE_END();

    void commasAndNesting()
    {
        std::string out;
        JsonWriter json{out};
        json.beginObject()
            .field("a", 1)
            .key("b")
            .beginArray()
            .value(true)
            .null()
            .beginObject()
            .endObject()
            .beginArray()
            .endArray()
            .endArray();
        json.field("c", "x").field("d", std::string{"y"}).field("e", false).rawField("f", "[1]").key("g").raw("{}").endObject();
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"a":1,"b":[true,null,{},[]],"c":"x","d":"y","e":false,"f":[1],"g":{}})"}, out);
    }

    void appendsToWhatIsThere()
    {
        std::string out{R"({"id":1}
)"};
        JsonWriter{out}.beginArray().value(1).value(2).endArray();
        CPPUNIT_ASSERT_EQUAL(std::string{"{\"id\":1}\n[1,2]"}, out);
    }

    void integers()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"0"}, written(0));
        CPPUNIT_ASSERT_EQUAL(std::string{"-9223372036854775808"}, written(std::numeric_limits<std::int64_t>::min()));
        CPPUNIT_ASSERT_EQUAL(std::string{"9223372036854775807"}, written(std::numeric_limits<std::int64_t>::max()));
        CPPUNIT_ASSERT_EQUAL(std::string{"18446744073709551615"}, written(std::numeric_limits<std::uint64_t>::max()));
    }

    void reals()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"0.0"}, written(0.0));
        CPPUNIT_ASSERT_EQUAL(std::string{"-0.0"}, written(-0.0));
        CPPUNIT_ASSERT_EQUAL(std::string{"80.0"}, written(80.0));
        CPPUNIT_ASSERT_EQUAL(std::string{"0.1"}, written(0.1));
        CPPUNIT_ASSERT_EQUAL(std::string{"1e+22"}, written(1e22));
        CPPUNIT_ASSERT_EQUAL(std::string{"1.7976931348623157e+308"}, written(std::numeric_limits<double>::max()));
        CPPUNIT_ASSERT_EQUAL(std::string{"-5e-324"}, written(-std::numeric_limits<double>::denorm_min()));
        CPPUNIT_ASSERT_EQUAL(std::string{"null"}, written(std::numeric_limits<double>::infinity()));
        CPPUNIT_ASSERT_EQUAL(std::string{"null"}, written(-std::numeric_limits<double>::infinity()));
        CPPUNIT_ASSERT_EQUAL(std::string{"null"}, written(std::nan("")));
    }

    void everyAsciiByte()
    {
        static constexpr std::array<const char*, 32> kControls{
            "\\u0000", "\\u0001", "\\u0002", "\\u0003", "\\u0004", "\\u0005", "\\u0006", "\\u0007", "\\b",     "\\t",     "\\n",
            "\\u000b", "\\f",     "\\r",     "\\u000e", "\\u000f", "\\u0010", "\\u0011", "\\u0012", "\\u0013", "\\u0014", "\\u0015",
            "\\u0016", "\\u0017", "\\u0018", "\\u0019", "\\u001a", "\\u001b", "\\u001c", "\\u001d", "\\u001e", "\\u001f"};
        for (int code = 0; code < 128; ++code)
        {
            const std::string byte(1, static_cast<char>(code));
            std::string expected = byte;
            if (code < 32) expected = kControls.at(static_cast<std::size_t>(code));
            if (code == '"' || code == '\\') expected = "\\" + byte;
            CPPUNIT_ASSERT_EQUAL("\"" + expected + "\"", written(byte));
        }
    }

    void specialsAtEveryPlace()
    {
        for (std::size_t length = 1; length < 70; ++length)
            for (std::size_t at = 0; at < length; ++at)
            {
                std::string text(length, 'x');
                text[at] = '\n';
                CPPUNIT_ASSERT_EQUAL("\"" + text.substr(0, at) + "\\n" + text.substr(at + 1) + "\"", written(text));
            }
    }

    void unicodeAsItIs()
    {
        for (const std::string text :
             {"\x7f", "\xc2\x80", "\xc3\xa9", "\xe2\x82\xac", "\xe2\x80\xa8", "\xef\xbf\xbf", "\xf0\x9f\x98\x80", "\xf4\x8f\xbf\xbf"})
        {
            CPPUNIT_ASSERT_EQUAL("\"" + text + "\"", written(text));
            CPPUNIT_ASSERT_EQUAL("{\"" + text + "\":1}",
                                 [&]
                                 {
                                     std::string out;
                                     JsonWriter{out}.beginObject().field(text, 1).endObject();
                                     return out;
                                 }());
        }
    }

    void invalidUtf8IsReplaced()
    {
        const std::string r{"\xef\xbf\xbd"};
        CPPUNIT_ASSERT_EQUAL("\"a" + r + "b\"", written(std::string{"a\xff"
                                                                    "b"}));
        CPPUNIT_ASSERT_EQUAL("\"" + r + "\"", written(std::string{"\xe2\x82"}));
        CPPUNIT_ASSERT_EQUAL("\"" + r + "x\"", written(std::string{"\xf0\x9f\x98x"}));
        CPPUNIT_ASSERT_EQUAL("\"" + r + r + r + "\"", written(std::string{"\xed\xa0\x80"}));
        CPPUNIT_ASSERT_EQUAL("\"" + r + r + "\"", written(std::string{"\xc0\x80"}));
        CPPUNIT_ASSERT_EQUAL("\"" + r + "\xc3\xa9\"", written(std::string{"\xc3\xc3\xa9"}));
    }

    void trees()
    {
        const std::array<Value, 3> items{Value::integer(-1), Value::real(2), Value::boolean(false)};
        const std::array<Member, 3> members{Member{"a\n", Value::array(items)}, Member{"b", Value{}}, Member{"c", Value::string("s\"")}};
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"a\n":[-1,2.0,false],"b":null,"c":"s\""})"}, written(Value::object(members)));
        CPPUNIT_ASSERT_EQUAL(std::string{"[]"}, written(Value::array({})));
        CPPUNIT_ASSERT_EQUAL(std::string{"{}"}, written(Value::object({})));
    }

    void bigIntegersStayIntegers()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"18446744073709551616"}, written(Value::bigInteger(18446744073709551616.0)));
        CPPUNIT_ASSERT_EQUAL(std::string{"-10000000000000000000000"}, written(Value::bigInteger(-1e22)));
        const std::string largest = written(Value::bigInteger(std::numeric_limits<double>::max()));
        CPPUNIT_ASSERT_EQUAL(std::size_t{309}, largest.size());
        CPPUNIT_ASSERT_EQUAL(std::string::npos, largest.find_first_not_of("0123456789"));
        CPPUNIT_ASSERT_EQUAL(std::string{"null"}, written(Value::bigInteger(std::numeric_limits<double>::infinity())));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(JsonWriterTest);

} // namespace venomx::test
