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
    CPPUNIT_TEST(schemaComesBeforeAuthority);
    CPPUNIT_TEST(deniesTheSameForThingsThatExistAndThatDoNot);
    CPPUNIT_TEST(checksEveryTargetAndSkipsAbsentOnes);
    CPPUNIT_TEST(asksForScopeStar);
    CPPUNIT_TEST(refusalsAndExceptionsAnswer);
    CPPUNIT_TEST(throwingAfterTakingTheCallStillAnswersOnce);
    CPPUNIT_TEST(droppedCallsAnswer);
    CPPUNIT_TEST(secondAnswersAreIgnoredAndCounted);
    CPPUNIT_TEST(undeclaredCodesAreOurFault);
    CPPUNIT_TEST(resultsAreHeldToTheirSpec);
    CPPUNIT_TEST(answersComeFromAnyThread);
    CPPUNIT_TEST(callsOutliveTheGate);
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
        _bench.registry.absent("layout");
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
        CPPUNIT_ASSERT_EQUAL(std::string{"trial.guarded denied.write"}, _bench.outcomes.at(0));
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
};

CPPUNIT_TEST_SUITE_REGISTRATION(GateTest);

} // namespace venomx::kernel::tests
