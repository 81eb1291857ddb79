#include "Fixture.h"

#include <cppunit/TestAssert.h>

namespace venomx::pane
{

std::string Fixture::text(long first, long last) const
{
    std::string all;
    screen.lines(first, last,
                 [&](const Line& line)
                 {
                     const std::size_t end = line.text.find_last_not_of(' ');
                     all += line.text.substr(0, end == std::string::npos ? 0 : end + 1) + "|";
                 });
    while (!all.empty() && all.back() == '|') all.pop_back();
    return all;
}

void check(const Case& expected, int cols, int rows)
{
    Fixture whole(cols, rows);
    whole.feed(expected.input);
    CPPUNIT_ASSERT_EQUAL_MESSAGE(expected.name, expected.shown, whole.shown());
    CPPUNIT_ASSERT_EQUAL_MESSAGE(expected.name, expected.at, whole.at());
    CPPUNIT_ASSERT_EQUAL_MESSAGE(expected.name, std::string(), brokenRule(whole.screen));
    Fixture bytewise(cols, rows);
    for (const char& byte : expected.input) bytewise.feed({&byte, 1});
    CPPUNIT_ASSERT_EQUAL_MESSAGE(expected.name, everything(whole.screen), everything(bytewise.screen));
}

} // namespace venomx::pane
