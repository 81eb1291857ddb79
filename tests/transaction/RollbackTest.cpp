// Each way in which a creation can fail leaves the daemon as it was, for both verbs; and the next creation works.
#include "FailurePoints.h"

#include <cppunit/extensions/HelperMacros.h>

namespace venomx::tests
{
namespace
{

struct VerbCase
{
    const char* verb;
    Placed placed;
    const char* target; ///< of the failures
    const char* spare;  ///< of the success after them
    std::vector<std::string> events;
};

const VerbCase kWindow{"window.create",
                       Placed::window,
                       R"("session":"s0")",
                       R"("session":"s0")",
                       {"principal.created", "window.created", "pane.created", "layout.changed"}};
const VerbCase kSplit{"pane.split",
                      Placed::split,
                      R"("pane":"p0","axis":"cols")",
                      R"("pane":"p1","axis":"rows")",
                      {"principal.created", "pane.created", "layout.changed"}};

} // namespace

class RollbackTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(RollbackTest);
    CPPUNIT_TEST(windowCreate);
    CPPUNIT_TEST(paneSplit);
    CPPUNIT_TEST(theFirstChildsStack);
    CPPUNIT_TEST(delegationIsCheckedBeforeAnythingElse);
    CPPUNIT_TEST(aRefusedCommitCountsAsRolledBack);
    CPPUNIT_TEST_SUITE_END();

    void windowCreate() { allFailures(kWindow); }
    void paneSplit() { allFailures(kSplit); }

    void allFailures(const VerbCase& verb)
    {
        int rows = 0;
        for (const FailurePoint& point : failurePoints(_folder))
        {
            if (point.placed != Placed::anywhere && point.placed != verb.placed) continue;
            failOnce(verb, point);
            ++rows;
        }
        CPPUNIT_ASSERT_MESSAGE("the table has its rows", rows > 35);
    }

    void failOnce(const VerbCase& verb, const FailurePoint& point)
    {
        TransactionRoom room{point.settings};
        const std::string what = std::string{verb.verb} + ": " + point.name;
        const std::string target = point.target.empty() ? verb.target : point.target;
        const bool named = point.more.find("\"argv\"") != std::string::npos;
        const auto asked = room.make(verb.verb, "{" + target + point.more + (named ? "}" : R"(,"argv":["true"]})"));
        if (point.arrange) point.arrange(room, *asked);
        std::string before = room.snapshot();
        if (point.overtake)
            room.outside->before(Step::openTerminal,
                                 [&]
                                 {
                                     point.overtake(room);
                                     before = room.snapshot();
                                 });
        room.begin(*asked);
        if (point.meanwhile) point.meanwhile(room);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(what, point.expected, asked->wait().str());
        room.settle();
        // A child that had to be left to the daemon's reaper goes a moment later.
        static_cast<void>(eventually([&] { return before == room.snapshot(); }));
        CPPUNIT_ASSERT_EQUAL_MESSAGE(what, before, room.snapshot());
        CPPUNIT_ASSERT_EQUAL_MESSAGE(what, std::string{}, room.ghosts());
        CPPUNIT_ASSERT_EQUAL_MESSAGE(what, 0, asked->extraAnswers());
        CPPUNIT_ASSERT_MESSAGE(what, asked->gone());
        if (point.disarm) point.disarm(room);
        if (point.overtake) room.outside->before(Step::openTerminal, nullptr);
        succeed(room, verb, what);
        CPPUNIT_ASSERT_MESSAGE(what, room.services.loop.escaped().empty());
    }

    /// The third pane, which is the last that the room allows: a failure that kept its place would leave none.
    static void succeed(TransactionRoom& room, const VerbCase& verb, const std::string& what)
    {
        const std::uint64_t from = room.nextSeq();
        const std::string answer = room.answer(verb.verb, std::string{"{"} + verb.spare + R"(,"cwd":"/tmp","argv":["sleep","1000"]})");
        CPPUNIT_ASSERT_MESSAGE(what + ": " + answer, answer.starts_with("ok "));
        CPPUNIT_ASSERT_MESSAGE(what, verb.events == room.kindsSince(from));
    }

    void theFirstChildsStack()
    {
        TransactionRoom room{{}, TransactionRoom::Panes::none};
        const std::string before = room.snapshot();
        for (const int error : {ENOMEM, EAGAIN})
        {
            room.outside->fail(Step::mapStack, error);
            CPPUNIT_ASSERT_EQUAL(std::string{R"(refused unavailable.spawn {"reason":"resource"})"},
                                 room.answer("window.create", R"({"session":"s0","argv":["true"]})"));
            CPPUNIT_ASSERT_EQUAL(before, room.snapshot());
        }
        room.outside->fail(Step::mapStack, 0);
        succeed(room, kWindow, "the stack");
        CPPUNIT_ASSERT_EQUAL(3, room.outside->taken(Step::mapStack));
    }

    /// Needs a caller with fewer rights than the owner.
    void delegationIsCheckedBeforeAnythingElse()
    {
        TransactionRoom room;
        const PrincipalId caller = PrincipalId::generated(1);
        const std::string before = room.snapshot();
        for (const VerbCase* verb : {&kWindow, &kSplit})
        {
            const auto asked = room.make(verb->verb,
                                         std::string{"{"} + verb->target +
                                             R"(,"grants":[{"right":"read","scope":"self"},{"right":"admin","scope":"*"}],"cwd":"x"})",
                                         caller);
            room.begin(*asked);
            CPPUNIT_ASSERT_EQUAL(std::string{R"(refused denied.delegation {"index":1})"}, asked->wait().str());
            CPPUNIT_ASSERT_EQUAL(before, room.snapshot());
        }
    }

    void aRefusedCommitCountsAsRolledBack()
    {
        TransactionRoom room;
        CPPUNIT_ASSERT_EQUAL(std::string{"spawn.started=2"}, room.health.moved());
        room.outside->before(Step::openTerminal, [&] { room.answer("session.close", R"({"session":"s1"})"); });
        CPPUNIT_ASSERT_EQUAL(std::string{"refused not_found.session {}"},
                             room.answer("window.create", R"({"session":"s1","argv":["true"]})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"spawn.started=3 spawn.rolled_back=1"}, room.health.moved());
    }

    TempFolder _folder;
};

CPPUNIT_TEST_SUITE_REGISTRATION(RollbackTest);

} // namespace venomx::tests
