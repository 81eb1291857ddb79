#include "kernel/wire/LongAnswers.h"

#include <array>
#include <cppunit/extensions/HelperMacros.h>
#include <string>
#include <utility>

namespace venomx::tests
{

using kernel::LongAnswers;
using kernel::LongReader;
using kernel::WireLimits;

namespace
{

class Reader final : public LongReader
{
public:
    explicit Reader(std::uint64_t principal) : _principal(PrincipalId::generated(principal)) {}
    [[nodiscard]] PrincipalId reader() const override { return _principal; }
    [[nodiscard]] std::size_t unread() const override { return bytes; }
    std::size_t bytes{0};

private:
    PrincipalId _principal;
};

} // namespace

/// Who begins when, told as the requests' ids in the order in which they began.
class LongAnswersTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(LongAnswersTest);
    CPPUNIT_TEST(withRoomItBeginsAtOnce);
    CPPUNIT_TEST(aReaderHasOneInTheMaking);
    CPPUNIT_TEST(twoAreInTheMaking);
    CPPUNIT_TEST(whatIsUnreadHoldsItsReaderBack);
    CPPUNIT_TEST(whatIsUnreadTogetherHoldsAPrincipalBack);
    CPPUNIT_TEST(oneHugeAnswerHoldsNobodyElseBack);
    CPPUNIT_TEST(whoHasLeastUnreadGoesFirst);
    CPPUNIT_TEST(whatEndedIsNeverBegun);
    CPPUNIT_TEST(aReaderThatGoesMakesRoom);
    CPPUNIT_TEST(thoseThatEndAtOnceFollowEachOther);
    CPPUNIT_TEST(othersHaveNothingToDoWithIt);
    CPPUNIT_TEST_SUITE_END();

    WireLimits _limits{.output = 1'000};
    LongAnswers _answers{_limits};
    Reader _one{1};
    Reader _two{2};
    Reader _three{3};
    std::string _begun;

    void ask(const Reader& reader, std::uint64_t id)
    {
        _answers.ask(reader, id, [this, id] { _begun += std::to_string(id) + ' '; });
    }
    void begun(const std::string& expected) { CPPUNIT_ASSERT_EQUAL(expected, std::exchange(_begun, {})); }

public:
    void withRoomItBeginsAtOnce()
    {
        ask(_one, 7);
        begun("7 ");
    }

    void aReaderHasOneInTheMaking()
    {
        ask(_one, 1);
        ask(_one, 2);
        ask(_one, 3);
        begun("1 ");
        _answers.look();
        begun("");
        _answers.ended(_one, 1);
        begun("2 ");
        _answers.ended(_one, 2);
        begun("3 ");
        _answers.ended(_one, 3);
        ask(_one, 4);
        begun("4 ");
    }

    void twoAreInTheMaking()
    {
        ask(_one, 1);
        ask(_two, 2);
        ask(_three, 3);
        begun("1 2 ");
        _answers.ended(_two, 2);
        begun("3 ");
    }

    void whatIsUnreadHoldsItsReaderBack()
    {
        _one.bytes = 1'001;
        ask(_one, 1);
        ask(_two, 2);
        begun("2 ");
        _one.bytes = 1'000;
        begun("");
        _answers.look();
        begun("1 ");
    }

    void whatIsUnreadTogetherHoldsAPrincipalBack()
    {
        std::array<Reader, 5> crowd{Reader{1}, Reader{1}, Reader{1}, Reader{1}, Reader{1}};
        for (std::uint64_t i = 0; i < crowd.size(); ++i)
        {
            ask(crowd.at(i), i);
            _answers.ended(crowd.at(i), i);
            crowd.at(i).bytes = 801; // each less than a connection may have, together more than four times that
        }
        begun("0 1 2 3 4 ");
        ask(crowd.at(0), 10);
        ask(_one, 11); // of the same principal, though it has nothing unread itself
        ask(_two, 12);
        begun("12 ");
        crowd.at(4).bytes = 796;
        _answers.look();
        begun("10 ");
    }

    void oneHugeAnswerHoldsNobodyElseBack()
    {
        Reader sluggish{1};
        ask(sluggish, 1);
        _answers.ended(sluggish, 1);
        sluggish.bytes = 100'000;
        ask(sluggish, 2);
        ask(_one, 3); // of the same principal
        begun("1 3 ");
        _answers.leave(sluggish);
    }

    void whoHasLeastUnreadGoesFirst()
    {
        ask(_one, 1);
        ask(_two, 2);
        begun("1 2 ");
        Reader four{4};
        _three.bytes = 500;
        ask(_three, 3);
        ask(four, 4);
        ask(_two, 5);
        _answers.ended(_one, 1);
        begun("4 ");
        _two.bytes = 501;
        _answers.ended(_two, 2);
        begun("3 ");
        _answers.ended(four, 4);
        begun("5 ");
        // Among equals the first that asked.
        Reader five{5};
        ask(five, 6);
        ask(four, 7);
        _answers.ended(_two, 5);
        begun("6 ");
        _answers.leave(five);
        _answers.leave(four);
    }

    void whatEndedIsNeverBegun()
    {
        ask(_one, 1);
        ask(_one, 2);
        ask(_one, 3);
        _answers.ended(_one, 2);
        _answers.ended(_one, 9); // never asked
        begun("1 ");
        _answers.ended(_one, 1);
        begun("3 ");
    }

    void aReaderThatGoesMakesRoom()
    {
        ask(_one, 1);
        ask(_one, 2);
        ask(_two, 3);
        ask(_three, 4);
        begun("1 3 ");
        _answers.leave(_one);
        begun("4 ");
        _answers.ended(_two, 3);
        _answers.ended(_three, 4);
        begun(""); // 2 went with its reader
        _answers.leave(_one);
        ask(_one, 5);
        begun("5 ");
    }

    void thoseThatEndAtOnceFollowEachOther()
    {
        ask(_one, 0);
        begun("0 ");
        for (std::uint64_t id = 1; id <= 3; ++id)
            _answers.ask(_one, id,
                         [this, id]
                         {
                             _begun += std::to_string(id) + ' ';
                             _answers.ended(_one, id);
                         });
        begun("");
        _answers.ended(_one, 0);
        begun("1 2 3 ");
    }

    void othersHaveNothingToDoWithIt()
    {
        _answers.ended(_one, 1);
        _answers.leave(_one);
        _answers.look();
        ask(_two, 1);
        begun("1 ");
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LongAnswersTest);

} // namespace venomx::tests
