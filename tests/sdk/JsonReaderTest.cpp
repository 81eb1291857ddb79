#include <bit>
#include <cppunit/extensions/HelperMacros.h>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <venomx/sdk/json_reader.h>
#include <venomx/sdk/json_writer.h>

namespace venomx::test
{

class JsonReaderTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(JsonReaderTest);
    CPPUNIT_TEST(readsEveryKind);
    CPPUNIT_TEST(readsIntegersExactly);
    CPPUNIT_TEST(readsRealsExactly);
    CPPUNIT_TEST(refusesWhatIsNotANumber);
    CPPUNIT_TEST(decodesEscapes);
    CPPUNIT_TEST(refusesBadStrings);
    CPPUNIT_TEST(decodesLongStringsAtEveryOffset);
    CPPUNIT_TEST(whiteSpaceIsOfFourKinds);
    CPPUNIT_TEST(refusesBrokenGrammar);
    CPPUNIT_TEST(everyTruncationIsRefused);
    CPPUNIT_TEST(encodingGoesBeforeAllElse);
    CPPUNIT_TEST(depth);
    CPPUNIT_TEST(duplicateKeys);
    CPPUNIT_TEST(manyKeys);
    CPPUNIT_TEST(nulInKeys);
    CPPUNIT_TEST(readsNothingBehindTheText);
    CPPUNIT_TEST(theTextMayGoAtOnce);
    CPPUNIT_TEST(oneReaderReadsManyTexts);
    CPPUNIT_TEST_SUITE_END();

    JsonReader reader;
    Arena arena;

    JsonError error(std::string_view text) { return reader.read(text, arena).error; }

    Value good(std::string_view text)
    {
        const JsonReader::Outcome outcome = reader.read(text, arena);
        CPPUNIT_ASSERT_MESSAGE(std::string{text}, outcome.error == JsonError::none);
        return outcome.value;
    }

    void refused(std::string_view text, JsonError expected = JsonError::syntax)
    {
        CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{text}, static_cast<int>(expected), static_cast<int>(error(text)));
    }

    void readsEveryKind()
    {
        const Value root = good(R"( {"n":null,"t":true,"f":false,"i":7,"r":1.5,"s":"text","a":[1,[],{}],"o":{"k":"v"}} )");
        CPPUNIT_ASSERT_EQUAL(std::size_t{8}, root.members().size());
        CPPUNIT_ASSERT_EQUAL(std::string{"n"}, std::string{root.members()[0].name});
        CPPUNIT_ASSERT(root.find("n")->is(Value::Kind::null));
        CPPUNIT_ASSERT(root.find("t")->asBoolean() && !root.find("f")->asBoolean());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{7}, root.find("i")->asInteger());
        CPPUNIT_ASSERT_EQUAL(1.5, root.find("r")->asReal());
        CPPUNIT_ASSERT_EQUAL(std::string{"text"}, std::string{root.find("s")->asString()});
        const auto items = root.find("a")->items();
        CPPUNIT_ASSERT(items.size() == 3 && items[1].items().empty() && items[2].members().empty());
        CPPUNIT_ASSERT_EQUAL(std::string{"v"}, std::string{root.find("o")->find("k")->asString()});
        for (const std::string_view text : {"null", "true", "false", "0", "\"\"", "[]", "{}"})
        {
            std::string out;
            JsonWriter{out}.value(good(text));
            CPPUNIT_ASSERT_EQUAL(std::string{text}, out);
        }
    }

    void readsIntegersExactly()
    {
        const std::pair<const char*, std::int64_t> small[]{{"0", 0},
                                                           {"-0", 0},
                                                           {"-1", -1},
                                                           {"999999999999999999", 999'999'999'999'999'999},
                                                           {"1000000000000000000", 1'000'000'000'000'000'000},
                                                           {"9223372036854775807", INT64_MAX},
                                                           {"-9223372036854775808", INT64_MIN}};
        for (const auto& [text, number] : small)
        {
            CPPUNIT_ASSERT(good(text).is(Value::Kind::integer));
            CPPUNIT_ASSERT_EQUAL(number, good(text).asInteger());
        }
        const std::pair<const char*, double> big[]{{"9223372036854775808", 9223372036854775808.0},
                                                   {"-9223372036854775809", -9223372036854775808.0},
                                                   {"18446744073709551616", 18446744073709551616.0},
                                                   {"100000000000000000000000", 1e23}};
        for (const auto& [text, number] : big)
        {
            CPPUNIT_ASSERT(good(text).is(Value::Kind::bigInteger));
            CPPUNIT_ASSERT_EQUAL(number, good(text).asReal());
        }
        CPPUNIT_ASSERT_EQUAL(1e308, good("1" + std::string(308, '0')).asReal());
        refused("1" + std::string(309, '0'));
        refused("-" + std::string(5000, '9'));
    }

    void readsRealsExactly()
    {
        const std::pair<const char*, double> reals[]{{"80.0", 80.0},
                                                     {"-0.0", -0.0},
                                                     {"1e0", 1.0},
                                                     {"1E+2", 100.0},
                                                     {"1e-2", 0.01},
                                                     {"0e0", 0.0},
                                                     {"0.1", 0.1},
                                                     {"123.456e-7", 123.456e-7},
                                                     {"1.7976931348623157e308", 1.7976931348623157e308},
                                                     {"4.9e-324", 4.9e-324},
                                                     {"2.2250738585072011e-308", 2.2250738585072011e-308},
                                                     {"9007199254740993.0", 9007199254740992.0},
                                                     {"9007199254740993.00000000000000000000000000000000000001", 9007199254740994.0},
                                                     {"1e-400", 0.0},
                                                     {"-1e-400", -0.0},
                                                     {"0.00000e99999999999999999999", 0.0},
                                                     {"-0e400", -0.0},
                                                     {"1e-99999999999999999999", 0.0},
                                                     {"0.1e-323", 0.0},
                                                     {"0.01e-9223372036854775808", 0.0},
                                                     {"1e-9223372036854775807", 0.0},
                                                     {"10000000000000000000000000e-400", 0.0}};
        for (const auto& [text, number] : reals)
        {
            CPPUNIT_ASSERT_MESSAGE(text, good(text).is(Value::Kind::real));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(text, std::bit_cast<std::uint64_t>(number), std::bit_cast<std::uint64_t>(good(text).asReal()));
        }
        for (const std::string_view text : {"1e309", "-1e309", "1e400", "1.8e308", "0.001e312", "1e99999999999999999999",
                                            "1e9223372036854775807", "100.0e9223372036854775807"})
            refused(text);
    }

    void refusesWhatIsNotANumber()
    {
        for (const std::string_view text :
             {"-",     "+1",   "01",    "-01", "00",  "1.", ".5",  "-.5",      "1e",  "1e+",       "1e-", "1.e5",  "1.5.5",
              "1e5.5", "0x10", "1_000", "1a",  "--1", "1-", "1 2", "Infinity", "NaN", "-Infinity", "nan", "1e5e5", "\xd9\xa1"})
            refused(text);
    }

    void decodesEscapes()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"\"\\/\b\f\n\r\t"}, std::string{good(R"("\"\\\/\b\f\n\r\t")").asString()});
        CPPUNIT_ASSERT_EQUAL(std::string{"A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
                             std::string{good(R"("\u0041\u00e9\u20AC\ud83d\uDE00")").asString()});
        CPPUNIT_ASSERT_EQUAL(std::string("a\0b", 3), std::string{good(R"("a\u0000b")").asString()});
        CPPUNIT_ASSERT_EQUAL(std::string{"\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"},
                             std::string{good(R"("\ud800\udc00\udbff\udfff")").asString()});
        CPPUNIT_ASSERT_EQUAL(std::string{"\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf"}, std::string{good(R"("\ud7ff\ue000\uffff")").asString()});
        CPPUNIT_ASSERT_EQUAL(std::string{"\x7f"}, std::string{good("\"\x7f\"").asString()});
        for (int code = 0; code < 0xd800; ++code)
        {
            char text[16];
            std::snprintf(text, sizeof text, code % 2 == 0 ? "\"\\u%04x\"" : "\"\\u%04X\"", static_cast<unsigned>(code));
            const std::size_t expected = code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
            CPPUNIT_ASSERT_EQUAL(expected, good(text).asString().size());
        }
    }

    void refusesBadStrings()
    {
        for (const std::string_view text : {R"("\)",
                                            R"("\")",
                                            R"("\x41")",
                                            R"("\a")",
                                            R"("\'")",
                                            R"("\0")",
                                            R"("\U0041")",
                                            R"("\u")",
                                            R"("\u00")",
                                            R"("\u004")",
                                            R"("\u00g0")",
                                            R"("\u+041")",
                                            R"("\ud800")",
                                            R"("\udc00")",
                                            R"("\ud800x")",
                                            R"("\ud800\n")",
                                            R"("\ud800\u0041")",
                                            R"("\ud800\ud800")",
                                            R"("\udc00\ud800")",
                                            R"("\ud83d\ude0")",
                                            "\"\n\"",
                                            "\"\t\"",
                                            "\"\x1f\"",
                                            "\"",
                                            "'a'",
                                            "a",
                                            "\"a\"b",
                                            "\"a\"\"b\""})
            refused(text);
        refused(std::string_view{"\"a\0b\"", 5});
        refused(std::string_view{"\"a\0", 3});
    }

    void decodesLongStringsAtEveryOffset()
    {
        const std::pair<std::string, std::string> specials[]{
            {"\\n", "\n"}, {"\\u20ac", "\xe2\x82\xac"}, {"\xe2\x82\xac", "\xe2\x82\xac"}, {"\\\\", "\\"}, {"\\\"", "\""}};
        for (std::size_t length = 0; length < 50; ++length)
            for (std::size_t at = 0; at <= length; ++at)
                for (const auto& [raw, meaning] : specials)
                {
                    const std::string before(at, 'b');
                    const std::string after(length - at, 'a');
                    const Value root = good("[\"" + before + raw + after + raw + "\",\"" + after + "\"]");
                    CPPUNIT_ASSERT_EQUAL(before + meaning + after + meaning, std::string{root.items()[0].asString()});
                    CPPUNIT_ASSERT_EQUAL(after, std::string{root.items()[1].asString()});
                    arena.reset();
                }
    }

    void whiteSpaceIsOfFourKinds()
    {
        CPPUNIT_ASSERT_EQUAL(std::size_t{2},
                             good(" \t\r\n[ \t\r\n1 \t\r\n, \t\r\n{ \t\r\n\"a\" \t\r\n: \t\r\n2 \t\r\n} \t\r\n] \t\r\n").items().size());
        for (const std::string_view text : {"\f1", "\v1", "1\f",
                                            "\xc2\xa0"
                                            "1",
                                            "\xef\xbb\xbf"
                                            "1",
                                            "1 // end", "/* */ 1", "# 1"})
            refused(text);
        refused(std::string_view{"1\0", 2});
        refused(std::string_view{"\0"
                                 "1",
                                 2});
    }

    void refusesBrokenGrammar()
    {
        for (const std::string_view text : {"",          " ",           "[",           "]",
                                            "{",         "}",           "[1",          "[1,",
                                            "[1,]",      "[,1]",        "[,]",         "[1,,2]",
                                            "[1 2]",     "[1}",         "{1}",         "{\"a\"}",
                                            "{\"a\":}",  "{\"a\":1,}",  "{,}",         "{\"a\":1 \"b\":2}",
                                            "{\"a\":1]", "{\"a\" 1}",   "{\"a\":1:2}", "{a:1}",
                                            "{'a':1}",   "{1:2}",       "{null:1}",    "[]]",
                                            "{}}",       "[][]",        "{}{}",        "1,2",
                                            "tru",       "True",        "TRUE",        "truee",
                                            "nul",       "nulll",       "fals",        "falsehood",
                                            "undefined", ",",           ":",           "[\"a\":1]",
                                            "[1]x",      "{\"a\":1}\\n"})
            refused(text);
    }

    void everyTruncationIsRefused()
    {
        const std::string whole = R"({"id":12,"verb":"pane.send","params":{"a":[true,false,null,-1.5e+10,"\u00e9\n"],"b":{}}})";
        CPPUNIT_ASSERT(error(whole) == JsonError::none);
        for (std::size_t length = 0; length < whole.size(); ++length) refused(std::string_view{whole}.substr(0, length));
    }

    void encodingGoesBeforeAllElse()
    {
        for (const std::string_view text :
             {"\"\xff\"", "\"\x80\"", "\"\xc3\"", "\"\xe2\x82\"", "\"\xc0\x80\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"",
              "{\"\xff\":1}", "\xff", "[tru,\"\xff\"]", "{\"a\":1,\"a\":2}\xff", "1 \xfe", "\"\\q\xff\""})
            refused(text, JsonError::encoding);
        refused("[tru,\"\xc3\xa9\"]");
        refused("\xc3\xa9");
    }

    void depth()
    {
        const auto nested = [](std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); };
        CPPUNIT_ASSERT(error(nested(32)) == JsonError::none);
        refused(nested(33), JsonError::depth);
        refused(nested(100'000), JsonError::depth);
        refused(std::string(100'000, '['), JsonError::depth);
        refused(R"({"a":)" + nested(32) + "}", JsonError::depth);
        CPPUNIT_ASSERT(error(R"({"a":)" + nested(31) + "}") == JsonError::none);
        // Siblings do not add up.
        CPPUNIT_ASSERT(error("[" + nested(31) + "," + nested(31) + "]") == JsonError::none);
        JsonReader shallow{1};
        CPPUNIT_ASSERT(shallow.read("[1]", arena).error == JsonError::none);
        CPPUNIT_ASSERT(shallow.read("[[]]", arena).error == JsonError::depth);
        JsonReader deep{512};
        CPPUNIT_ASSERT(deep.read(nested(512), arena).error == JsonError::none);
        CPPUNIT_ASSERT(deep.read(nested(513), arena).error == JsonError::depth);
    }

    void duplicateKeys()
    {
        refused(R"({"a":1,"a":1})", JsonError::duplicateKey);
        refused(R"({"a":1,"b":2,"\u0061":3})", JsonError::duplicateKey);
        refused(R"([{"x":{"":1,"":2}}])", JsonError::duplicateKey);
        CPPUNIT_ASSERT(error(R"({"a":{"a":{"a":1}},"A":[{"a":1},{"a":2}]})") == JsonError::none);
        // The first mistake counts.
        refused(R"({"a":{"b":1,"b":1},"c":"\q"})", JsonError::duplicateKey);
        refused(R"({"c":"\q","a":{"b":1,"b":1}})");
    }

    void manyKeys()
    {
        std::string text = "{";
        for (int i = 0; i < 100'000; ++i) text += "\"" + std::to_string(i) + "\":0,";
        CPPUNIT_ASSERT_EQUAL(std::size_t{100'001}, good(text + "\"last\":1}").members().size());
        refused(text + "\"0\":1}", JsonError::duplicateKey);
        refused(text + "\"99999\":1}", JsonError::duplicateKey);
    }

    void nulInKeys()
    {
        refused(R"({"a\u0000b":1})", JsonError::nulInKey);
        refused(R"([{"\u0000":1}])", JsonError::nulInKey);
        CPPUNIT_ASSERT(error(R"({"a":"\u0000"})") == JsonError::none);
        CPPUNIT_ASSERT(error(R"({"a\\u0000":1})") == JsonError::none);
    }

    void readsNothingBehindTheText()
    {
        // The text ends where readable memory ends.
        constexpr std::size_t kPage = 4096;
        auto* pages = static_cast<char*>(::mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        CPPUNIT_ASSERT_EQUAL(0, ::mprotect(pages + kPage, kPage, PROT_NONE));
        for (const std::string_view text :
             {"1", "-", "tru", "true", "\"", "\"abc", "\"abc\"", "\"\\u20a", "\"\xe2\x82", "[1,2", "{\"a\":1}", "\"a\\nb\"",
              "\"\xe2\x82\xac"
              "0123456789abcdef0123\""})
        {
            char* const at = pages + kPage - text.size();
            std::memcpy(at, text.data(), text.size());
            CPPUNIT_ASSERT_EQUAL(static_cast<int>(error(text)), static_cast<int>(error({at, text.size()})));
        }
        ::munmap(pages, 2 * kPage);
    }

    void theTextMayGoAtOnce()
    {
        std::string text = R"({"plain":"value","odd":"a\nb\u20acccccccccccccccccccccccccc"})";
        const Value root = good(text);
        text.assign(text.size(), 'X');
        CPPUNIT_ASSERT_EQUAL(std::string{"value"}, std::string{root.find("plain")->asString()});
        CPPUNIT_ASSERT_EQUAL("a\nb\xe2\x82\xac" + std::string(25, 'c'), std::string{root.find("odd")->asString()});
    }

    void oneReaderReadsManyTexts()
    {
        for (int i = 0; i < 50; ++i)
        {
            refused("[[1,2,{\"a\":[3,");
            CPPUNIT_ASSERT_EQUAL(std::size_t{3}, good("[1,[2,3],{\"a\":4}]").items().size());
            arena.reset();
        }
        JsonReader moved{std::move(reader)};
        reader = std::move(moved);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, good("[1]").items()[0].asInteger());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(JsonReaderTest);

} // namespace venomx::test
