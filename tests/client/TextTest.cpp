#include "client/Text.h"
#include "client/Suggest.h"

#include <cppunit/extensions/HelperMacros.h>
#include <vector>

namespace venomx::client::test
{

class TextTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(TextTest);
    CPPUNIT_TEST(utf8);
    CPPUNIT_TEST(widths);
    CPPUNIT_TEST(oneLineEscapes);
    CPPUNIT_TEST(cuts);
    CPPUNIT_TEST(suggests);
    CPPUNIT_TEST_SUITE_END();

public:
    void utf8()
    {
        for (const std::string_view text : {"", "abc", "\xc2\x80", "\xed\x9f\xbf", "\xee\x80\x80", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"})
            CPPUNIT_ASSERT(isUtf8(text));
        for (const std::string_view text : {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
                                            "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe2\x82"})
            CPPUNIT_ASSERT(!isUtf8(text));
        CPPUNIT_ASSERT(firstCodePoint("\xe2\x82\xac").value().value == U'\u20ac');
    }

    void widths()
    {
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, displayWidth("abc"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, displayWidth("\u65e5\u672c"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, displayWidth("e\u0301"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, displayWidth("\U0001f600"));
    }

    void oneLineEscapes()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"a\\nb\\tc\\x1b[2J\\x7f\\x9b\\u202e\\xff\u00e9"},
                             oneLine("a\nb\tc\x1b[2J\x7f\u009b\u202e\xff\u00e9"));
    }

    void cuts()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"abcde"}, cut("abcde", 5));
        CPPUNIT_ASSERT_EQUAL(std::string{"abcd\u2026"}, cut("abcdef", 5));
        CPPUNIT_ASSERT_EQUAL(std::string{"\u65e5\u2026"}, cut("\u65e5\u672c\u8a9e", 4));
    }

    void suggests()
    {
        const std::vector<std::string> words{"capture", "list", "send", "session", "split", "wait"};
        const std::pair<std::string_view, std::string_view> near[]{{"lst", "list"},    {"lits", "list"}, {"spilt", "split"},
                                                                   {"cap", "capture"}, {"sent", "send"}, {"waitt", "wait"},
                                                                   {"ses", "session"}};
        for (const auto& [word, expected] : near) CPPUNIT_ASSERT_EQUAL(std::string{expected}, nearest(word, words).value_or("nothing"));
        for (const std::string_view word : {"", "zzzz", "completely", "se-x-y"}) CPPUNIT_ASSERT(!nearest(word, words));
        CPPUNIT_ASSERT(!nearest(std::string(100'000, 'a'), words));
        CPPUNIT_ASSERT_EQUAL(std::string{"; did you mean pane list?"}, didYouMean("lst", words, "pane "));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TextTest);

} // namespace venomx::client::test
