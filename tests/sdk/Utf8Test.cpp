#include "Utf8.h"

#include <cppunit/extensions/HelperMacros.h>
#include <cstdint>
#include <string>

namespace venomx::test
{
namespace
{

/// The bytes that RFC 3629 gives for a number, also where it forbids them.
std::string encode(std::uint32_t point, int length)
{
    static constexpr std::uint32_t kLead[]{0, 0, 0xc0, 0xe0, 0xf0};
    std::string bytes;
    for (int i = 0; i < length - 1; ++i, point >>= 6) bytes.insert(bytes.begin(), static_cast<char>(0x80 | (point & 0x3f)));
    bytes.insert(bytes.begin(), static_cast<char>(kLead[length == 1 ? 0 : length] | point));
    return bytes;
}

} // namespace

class Utf8Test : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(Utf8Test);
    CPPUNIT_TEST(everyPointIsValidInItsShortestFormOnly);
    CPPUNIT_TEST(aCutSequenceIsInvalidAndToldInFull);
    CPPUNIT_TEST(theLongestPartIsWhatCouldHaveBegunOne);
    CPPUNIT_TEST(wholeTexts);
    CPPUNIT_TEST_SUITE_END();

    void everyPointIsValidInItsShortestFormOnly()
    {
        for (std::uint32_t point = 0; point <= 0x1fffff; ++point)
        {
            const int shortest = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
            const bool allowed = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
            for (int length = shortest; length <= 4; ++length)
            {
                const std::string bytes = encode(point, length);
                const detail::Utf8Sequence sequence = detail::firstUtf8(bytes);
                CPPUNIT_ASSERT_EQUAL(allowed && length == shortest, sequence.valid);
                if (sequence.valid) CPPUNIT_ASSERT_EQUAL(bytes.size(), sequence.length);
            }
        }
    }

    void aCutSequenceIsInvalidAndToldInFull()
    {
        for (const std::string whole : {"\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xf4\x8f\xbf\xbf"})
            for (std::size_t length = 1; length < whole.size(); ++length)
                for (const std::string tail : {"", "a", "\xc3"})
                {
                    const detail::Utf8Sequence sequence = detail::firstUtf8(whole.substr(0, length) + tail);
                    CPPUNIT_ASSERT(!sequence.valid);
                    CPPUNIT_ASSERT_EQUAL(length, sequence.length);
                }
    }

    void theLongestPartIsWhatCouldHaveBegunOne()
    {
        for (const std::string bad : {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff"})
        {
            CPPUNIT_ASSERT(!detail::firstUtf8(bad).valid);
            CPPUNIT_ASSERT_EQUAL(std::size_t{1}, detail::firstUtf8(bad).length);
        }
    }

    void wholeTexts()
    {
        const std::string plain(100, 'a');
        for (std::size_t at = 0; at <= plain.size(); ++at)
        {
            CPPUNIT_ASSERT(detail::isUtf8(plain.substr(0, at) + "\xe2\x82\xac" + plain.substr(at)));
            CPPUNIT_ASSERT(!detail::isUtf8(plain.substr(0, at) + "\xe2\x82" + plain.substr(at)));
        }
        CPPUNIT_ASSERT(detail::isUtf8("") && detail::isUtf8(std::string_view{"\0\x7f", 2}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(Utf8Test);

} // namespace venomx::test
