// From a request to its one answer: unknown and withdrawn verbs, authority, what verbs throw, drop and do twice.
#include <cppunit/extensions/HelperMacros.h>
#include <stdexcept>
#include <thread>
#include <venomx/sdk/errors.h>

#include "tests/kernel/verbs/GateBench.h"

namespace venomx::kernel::tests
{
namespace
{

constexpr Param kPane[] = {
    {.name = "pane", .type = Type::string(), .required = true, .summary = "A pane"},
    {.name = "session", .type = Type::string(), .summary = "A session"},
    {.name = "times", .type = Type::integer(1, 9), .summary = "How often", .fallback = 2},
};
constexpr Param kResult[] = {{.name = "times", .type = Type::integer(), .required = true, .summary = "How often"}};
constexpr ErrorSpec kErrors[] = {{.code = "not_found.pane", .when = "No such pane"}, {.code = "conflict.trial", .when = "It is tried"}};
constexpr VerbSpec kPlain{.name = "trial.plain", .summary = "Try", .params = kPane, .result = kResult, .errors = kErrors};
constexpr VerbSpec kGuarded{.name = "trial.guarded",
                            .summary = "Try with rights",
                            .authorize = {{Right::write, "pane"}, {Right::spawn, "session"}},
                            .params = kPane,
                            .result = kResult,
                            .errors = kErrors};
constexpr VerbSpec kWriting{.name = "trial.writing",
                            .summary = "Change something",
                            .authorize = {{Right::write, "pane"}},
                            .effect = Effect::write,
                            .params = kPane,
                            .result = kResult};
constexpr Param kPrincipal[] = {{.name = "principal", .type = Type::string(), .required = true, .summary = "A principal"}};
constexpr VerbSpec kEnding{
    .name = "trial.ending", .summary = "End a principal", .authorize = {Right::admin}, .effect = Effect::destroy, .params = kPrincipal};
constexpr VerbSpec kAdmin{.name = "trial.admin", .summary = "Try as admin", .authorize = {Right::admin}};

Result times(std::int64_t number)
{
    Result result;
    result.field("times", number);
    return result;
}

} // namespace

class GateTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(GateTest);
    CPPUNIT_TEST(answersWithParametersAndDefaults);
    CPPUNIT_TEST(knowsNoVerb);
    CPPUNIT_TEST(saysWhichPluginIsMissing);
    CPPUNIT_TEST(saysThatTheOperatorWithholds);
    CPPUNIT_TEST(schemaComesBeforeAuthority);
    CPPUNIT_TEST(deniesTheSameForThingsThatExistAndThatDoNot);
    CPPUNIT_TEST(checksEveryTargetAndSkipsAbsentOnes);
    CPPUNIT_TEST(toldOfAreIdsAlone);
    CPPUNIT_TEST(whatTheAuditCannotTellOfIsNotDone);
    CPPUNIT_TEST(asksForScopeStar);
    CPPUNIT_TEST(refusalsAndExceptionsAnswer);
    CPPUNIT_TEST(throwingAfterTakingTheCallStillAnswersOnce);
    CPPUNIT_TEST(droppedCallsAnswer);
    CPPUNIT_TEST(secondAnswersAreIgnoredAndCounted);
    CPPUNIT_TEST(undeclaredCodesAreOurFault);
    CPPUNIT_TEST(resultsAreHeldToTheirSpec);
    CPPUNIT_TEST(answersComeFromAnyThread);
    CPPUNIT_TEST(callsOutliveTheGate);
    CPPUNIT_TEST(anAnswerThatCannotBeCountedIsGiven);
    CPPUNIT_TEST_SUITE_END();

    GateBench _bench;

    std::string guarded(std::string_view params)
    {
        CPPUNIT_ASSERT(_bench.send("trial.guarded", params) == nullptr);
        return _bench.only();
    }

public:
    void answersWithParametersAndDefaults()
    {
        _bench.add(kPlain,
                   [](Call& call)
                   {
                       CPPUNIT_ASSERT_EQUAL(std::string_view{"p3"}, call.text("pane"));
                       CPPUNIT_ASSERT(!call.findText("session"));
                       CPPUNIT_ASSERT(call.caller() == PrincipalId::generated(1));
                       call.answer(times(call.integer("times")));
                   });
        CPPUNIT_ASSERT(_bench.send("trial.plain", R"({"pane":"p3"})") == nullptr);
        CPPUNIT_ASSERT_EQUAL(std::string{R"(7 ok {"times":2})"}, _bench.only());
        CPPUNIT_ASSERT(_bench.send("trial.plain", R"({"times":9,"pane":"p3"})") == nullptr);
        CPPUNIT_ASSERT_EQUAL(std::string{R"(7 ok {"times":9})"}, _bench.only());
        CPPUNIT_ASSERT_EQUAL(std::string{"trial.plain ok"}, _bench.outcomes.at(1));
    }

    void knowsNoVerb()
    {
        CPPUNIT_ASSERT(_bench.send("trial.nothing") == nullptr);
        CPPUNIT_ASSERT_EQUAL(std::string{"7 refused not_found.verb no such verb {}"}, _bench.only());
        CPPUNIT_ASSERT_EQUAL(std::string{" not_found.verb"}, _bench.outcomes.at(0)); // never the request's own word
        CPPUNIT_ASSERT(!_bench.gate->waits("trial.nothing"));
    }

    void saysWhichPluginIsMissing()
    {
        _bench.add(kPlain, [](Call& call) { call.answer(times(1)); });
        _bench.registry.absent("layout", {"layout", "layout.*"});
        CPPUNIT_ASSERT(_bench.send("layout.show") == nullptr);
        CPPUNIT_ASSERT_EQUAL(std::string{R"(7 refused unavailable.verb the verb's plugin is not running {"plugin":"layout"})"},
                             _bench.only());
        _bench.registry.withdraw("trial");
        CPPUNIT_ASSERT(_bench.send("trial.plain", R"({"pane":"p3"})") == nullptr);
        CPPUNIT_ASSERT_EQUAL(std::string{R"(7 refused unavailable.verb the verb's plugin is not running {"plugin":"trial"})"},
                             _bench.only());
        _bench.add(kPlain, [](Call& call) { call.answer(times(5)); });
        CPPUNIT_ASSERT(_bench.send("trial.plain", R"({"pane":"p3"})") == nullptr);
        CPPUNIT_ASSERT_EQUAL(std::string{R"(7 ok {"times":5})"}, _bench.only());
    }

    void saysThatTheOperatorWithholds()
    {
        _bench.add(kPlain, [](Call& call) { call.answer(times(1)); });
        static_cast<void>(_bench.registry.deny({"trial.plain"}));
        const std::string withheld = R"(7 refused unavailable.verb the operator withholds this verb {"plugin":"trial"})";
        CPPUNIT_ASSERT(_bench.send("trial.plain", R"({"pane":"p3"})") == nullptr);
        CPPUNIT_ASSERT_EQUAL(withheld, _bench.only());
        _bench.registry.withdraw("trial"); // were it started again, the verb would still be withheld
        CPPUNIT_ASSERT(_bench.send("trial.plain", R"({"pane":"p3"})") == nullptr);
        CPPUNIT_ASSERT_EQUAL(withheld, _bench.only());
    }

    void schemaComesBeforeAuthority()
    {
        _bench.add(kGuarded, [](Call& call) { call.answer(times(1)); });
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"(7 refused invalid_params.schema a required parameter is missing {"param":"pane","reason":"missing"})"},
            guarded("{}"));
        CPPUNIT_ASSERT_EQUAL(0, _bench.authority.resolved);
    }

    void deniesTheSameForThingsThatExistAndThatDoNot()
    {
        _bench.add(kGuarded, [](Call&) { CPPUNIT_FAIL("the verb ran"); });
        _bench.authority.targets["p1"] = {false, ResourceId{ResourceKind::pane, 1}};
        const std::string existing = guarded(R"({"pane":"p1"})");
        const std::string missing = guarded(R"({"pane":"p999"})");
        const std::string malformed = guarded(R"({"pane":"../etc"})");
        CPPUNIT_ASSERT_EQUAL(std::string{R"(7 refused denied.write permission denied {"right":"write"})"}, existing);
        CPPUNIT_ASSERT_EQUAL(existing, missing);
        CPPUNIT_ASSERT_EQUAL(existing, malformed);
        const std::vector<std::string> told{"trial.guarded denied.write p1", "trial.guarded denied.write p999",
                                            "trial.guarded denied.write"};
        CPPUNIT_ASSERT(told == _bench.outcomes);
    }

    void checksEveryTargetAndSkipsAbsentOnes()
    {
        _bench.authority.targets["p1"] = {true, ResourceId{ResourceKind::pane, 1}};
        _bench.authority.targets["p2"] = {true, {}};
        _bench.authority.targets["s0"] = {true, ResourceId{ResourceKind::session, 0}};
        _bench.add(kGuarded,
                   [](Call& call)
                   {
                       static_cast<void>(call.pane());
                       call.answer(times(call.target("session") ? 1 : 0));
                   });
        CPPUNIT_ASSERT_EQUAL(std::string{R"(7 ok {"times":0})"}, guarded(R"({"pane":"p1"})"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(7 ok {"times":1})"}, guarded(R"({"pane":"p1","session":"s0"})"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(7 refused not_found.pane no such pane {})"}, guarded(R"({"pane":"p2","session":"s0"})"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(7 refused denied.spawn permission denied {"right":"spawn"})"},
                             guarded(R"({"pane":"p1","session":"s1"})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"trial.guarded ok p1 s0"}, _bench.outcomes.at(1));
        CPPUNIT_ASSERT_EQUAL(std::string{"trial.guarded not_found.pane p2 s0"}, _bench.outcomes.at(2));
        CPPUNIT_ASSERT_EQUAL(std::string{"trial.guarded denied.spawn p1 s1"}, _bench.outcomes.at(3));
    }

    void toldOfAreIdsAlone()
    {
        _bench.authority.targets["build"] = {true, ResourceId{ResourceKind::session, 4}};
        _bench.authority.targets["p1"] = {true, ResourceId{ResourceKind::pane, 1}};
        _bench.add(kGuarded, [](Call& call) { call.answer(times(1)); });
        _bench.add(kEnding, [](Call& call) { call.answer({}); });
        guarded(R"({"pane":"p1","session":"build"})");  // a name is told as the id that it stands for
        guarded(R"({"pane":"p1","session":"other"})");  // or not at all
        guarded(R"({"pane":"p1","session":4})");        // the schema does not fit
        guarded(R"({"pane":"secret","session":"s3"})"); // what follows a denial is told as it was sent
        _bench.authority.everything = true;
        static_cast<void>(_bench.send("trial.ending", R"({"principal":"g12"})"));
        static_cast<void>(_bench.send("trial.ending", R"({"principal":"secret"})"));
        static_cast<void>(_bench.send("trial.ending", R"({"principal":"g1","x":"p1"})"));
        _bench.registry.withdraw("trial");
        static_cast<void>(_bench.send("trial.ending", R"({"principal":"g2"})"));
        static_cast<void>(_bench.send("trial.ending", "[]"));
        const std::vector<std::string> told{"trial.guarded ok p1 s4",
                                            "trial.guarded denied.spawn p1",
                                            "trial.guarded invalid_params.schema p1",
                                            "trial.guarded denied.write s3",
                                            "trial.ending ok g12",
                                            "trial.ending ok",
                                            "trial.ending invalid_params.schema g1",
                                            "trial.ending unavailable.verb g2",
                                            "trial.ending unavailable.verb"};
        for (std::size_t i = 0; i < told.size(); ++i) CPPUNIT_ASSERT_EQUAL(told[i], _bench.outcomes.at(i));
        CPPUNIT_ASSERT_EQUAL(told.size(), _bench.outcomes.size());
    }

    void whatTheAuditCannotTellOfIsNotDone()
    {
        int ran = 0;
        const auto run = [&ran](Call& call)
        {
            ++ran;
            call.answer(times(1));
        };
        _bench.add(kWriting, run);
        _bench.add(kPlain, run);
        _bench.authority.targets["p1"] = {true, ResourceId{ResourceKind::pane, 1}};
        _bench.refusesWrites = true;
        CPPUNIT_ASSERT(_bench.send("trial.writing", R"({"pane":"p1"})") == nullptr);
        CPPUNIT_ASSERT_EQUAL(std::string{"7 refused unavailable.audit the audit cannot be written {}"}, _bench.only());
        CPPUNIT_ASSERT_EQUAL(std::string{"trial.writing unavailable.audit p1"}, _bench.outcomes.back());
        CPPUNIT_ASSERT_EQUAL(0, ran);
        // A denial says no more than it does otherwise.
        CPPUNIT_ASSERT(_bench.send("trial.writing", R"({"pane":"p2"})") == nullptr);
        CPPUNIT_ASSERT_EQUAL(std::string{R"(7 refused denied.write permission denied {"right":"write"})"}, _bench.only());
        CPPUNIT_ASSERT(_bench.send("trial.plain", R"({"pane":"p1"})") == nullptr);
        CPPUNIT_ASSERT_EQUAL(1, ran);
        _bench.refusesWrites = false;
        CPPUNIT_ASSERT(_bench.send("trial.writing", R"({"pane":"p1"})") == nullptr);
        CPPUNIT_ASSERT_EQUAL(2, ran);
    }

    void asksForScopeStar()
    {
        _bench.add(kAdmin, [](Call& call) { call.answer({}); });
        CPPUNIT_ASSERT(_bench.send("trial.admin", "") == nullptr);
        CPPUNIT_ASSERT_EQUAL(std::string{R"(7 refused denied.admin permission denied {"right":"admin"})"}, _bench.only());
        _bench.authority.everything = true;
        CPPUNIT_ASSERT(_bench.send("trial.admin", "") == nullptr);
        CPPUNIT_ASSERT_EQUAL(std::string{"7 ok {}"}, _bench.only());
    }

    void refusalsAndExceptionsAnswer()
    {
        int turn = 0;
        _bench.add(kPlain,
                   [&](Call&)
                   {
                       if (turn++ == 0) throw Refusal{"conflict.trial", "tried"};
                       if (turn == 2) throw std::runtime_error("secret words");
                       throw 5;
                   });
        const std::string plugin = "7 refused internal.plugin the plugin failed {}";
        for (const std::string& expected : {std::string{"7 refused conflict.trial tried {}"}, plugin, plugin})
        {
            CPPUNIT_ASSERT(_bench.send("trial.plain", R"({"pane":"p0"})") == nullptr);
            CPPUNIT_ASSERT_EQUAL(expected, _bench.only());
        }
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{2}, _bench.registry.faults("trial"));
        CPPUNIT_ASSERT(_bench.log.holds("plugin trial: verb trial.plain let an exception escape"));
        CPPUNIT_ASSERT(!_bench.log.holds("secret"));
    }

    void throwingAfterTakingTheCallStillAnswersOnce()
    {
        bool known = true;
        _bench.add(kPlain,
                   [&](Call& call)
                   {
                       const Call mine = std::move(call);
                       if (known) throw Refusal{"conflict.trial", "tried"};
                       throw std::runtime_error("no");
                   });
        CPPUNIT_ASSERT(_bench.send("trial.plain", R"({"pane":"p0"})") == nullptr);
        CPPUNIT_ASSERT_EQUAL(std::string{"7 refused conflict.trial tried {}"}, _bench.only());
        known = false;
        CPPUNIT_ASSERT(_bench.send("trial.plain", R"({"pane":"p0"})") == nullptr);
        CPPUNIT_ASSERT_EQUAL(std::string{"7 refused internal.plugin the plugin failed {}"}, _bench.only());
    }

    void droppedCallsAnswer()
    {
        std::optional<Call> kept;
        bool keep = false;
        _bench.add(kPlain,
                   [&](Call& call)
                   {
                       if (keep) kept.emplace(std::move(call));
                   });
        const std::string dropped = "7 refused internal.dropped the verb ended without an answer {}";
        CPPUNIT_ASSERT(_bench.send("trial.plain", R"({"pane":"p0"})") == nullptr);
        CPPUNIT_ASSERT_EQUAL(dropped, _bench.only());
        keep = true;
        CPPUNIT_ASSERT(_bench.send("trial.plain", R"({"pane":"p0"})") != nullptr);
        CPPUNIT_ASSERT(_bench.take().empty());
        kept.reset();
        CPPUNIT_ASSERT_EQUAL(dropped, _bench.only());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{2}, _bench.registry.faults("trial"));
    }

    void secondAnswersAreIgnoredAndCounted()
    {
        _bench.add(kPlain,
                   [](Call& call)
                   {
                       call.answer(times(1));
                       call.answer(times(2));
                       throw Refusal{"conflict.trial", "tried"};
                   });
        CPPUNIT_ASSERT(_bench.send("trial.plain", R"({"pane":"p0"})") == nullptr);
        CPPUNIT_ASSERT_EQUAL(std::string{R"(7 ok {"times":1})"}, _bench.only());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{2}, _bench.registry.faults("trial"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, _bench.outcomes.size());
    }

    void undeclaredCodesAreOurFault()
    {
        _bench.add(kPlain, [](Call&) { throw Refusal{"conflict.other", "never declared"}; });
        CPPUNIT_ASSERT(_bench.send("trial.plain", R"({"pane":"p0"})") == nullptr);
        CPPUNIT_ASSERT_EQUAL(std::string{"7 refused internal.undeclared_error the verb failed with an error that it does not declare {}"},
                             _bench.only());
        CPPUNIT_ASSERT(_bench.log.holds("conflict.other"));
        CPPUNIT_ASSERT_EQUAL(std::string{"trial.plain internal.undeclared_error"}, _bench.outcomes.at(0));
    }

    void resultsAreHeldToTheirSpec()
    {
        int turn = 0;
        _bench.add(kPlain,
                   [&](Call& call)
                   {
                       Result result;
                       if (turn == 0) result.field("times", "often");
                       if (turn == 1) result.field("times", 1).field("more", 2);
                       ++turn;
                       call.answer(std::move(result));
                   });
        for (const std::string_view why : {"times (type)", "more (unknown)", "times (missing)"})
        {
            CPPUNIT_ASSERT(_bench.send("trial.plain", R"({"pane":"p0"})") == nullptr);
            CPPUNIT_ASSERT_EQUAL(std::string{"7 refused internal.result the verb's result is not as it declares {}"}, _bench.only());
            CPPUNIT_ASSERT(_bench.log.holds(why));
        }
    }

    void answersComeFromAnyThread()
    {
        std::optional<Call> kept;
        _bench.add(kPlain, [&](Call& call) { kept.emplace(std::move(call)); });
        const auto pending = _bench.send("trial.plain", R"({"pane":"p0"})");
        CPPUNIT_ASSERT(pending != nullptr);
        CPPUNIT_ASSERT(!pending->waits());
        std::thread([&] { std::exchange(kept, std::nullopt)->answer(times(3)); }).join();
        CPPUNIT_ASSERT(_bench.take().empty()); // the requester is the loop's alone
        _bench.runPosted();
        CPPUNIT_ASSERT_EQUAL(std::string{R"(7 ok {"times":3})"}, _bench.only());
        pending->cancel();
        CPPUNIT_ASSERT(_bench.take().empty());
    }

    void callsOutliveTheGate()
    {
        std::optional<Call> kept;
        _bench.add(kPlain, [&](Call& call) { kept.emplace(std::move(call)); });
        const auto pending = _bench.send("trial.plain", R"({"pane":"p0"})");
        _bench.gate.reset();
        CPPUNIT_ASSERT_EQUAL(std::string_view{"p0"}, kept->text("pane"));
        CPPUNIT_ASSERT(!kept->may(Right::read));
        kept->answer(times(1));
        kept.reset();
        CPPUNIT_ASSERT(_bench.take().empty());
    }

    /// A result and a refusal.
    void anAnswerThatCannotBeCountedIsGiven()
    {
        _bench.add(kPlain,
                   [](Call& call)
                   {
                       if (call.integer("times") > 5) throw Refusal{"conflict.trial", "too often"};
                       call.answer(times(call.integer("times")));
                   });
        _bench.noMemoryToCount = true;
        CPPUNIT_ASSERT(_bench.send("trial.plain", R"({"pane":"p3"})") == nullptr);
        CPPUNIT_ASSERT_EQUAL(std::string{R"(7 ok {"times":2})"}, _bench.only());
        CPPUNIT_ASSERT(_bench.send("trial.plain", R"({"pane":"p3","times":6})") == nullptr);
        CPPUNIT_ASSERT_EQUAL(std::string{"7 refused conflict.trial too often {}"}, _bench.only());
        const std::vector<std::string> told(2, "error: an answer was given and not counted: there is no memory");
        CPPUNIT_ASSERT(told == _bench.log.lines());
        _bench.noMemoryToCount = false;
        CPPUNIT_ASSERT(_bench.send("trial.plain", R"({"pane":"p3"})") == nullptr);
        CPPUNIT_ASSERT(std::vector<std::string>{"trial.plain ok"} == _bench.outcomes);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(GateTest);

} // namespace venomx::kernel::tests
