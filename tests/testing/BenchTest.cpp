// The bench sends requests the gate's whole way, and refuses what the kernel would.
#include <cppunit/extensions/HelperMacros.h>

#include "tests/testing/Unruly.h"

namespace venomx::tests
{

using namespace venomx::testing;

class BenchTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(BenchTest);
    CPPUNIT_TEST(requestsGoTheWholeWay);
    CPPUNIT_TEST(rightsAreTheTests);
    CPPUNIT_TEST(settingsAreStrict);
    CPPUNIT_TEST(streamsAndCancels);
    CPPUNIT_TEST(aStopWithdrawsTheVerbs);
    CPPUNIT_TEST(checksAndCounters);
    CPPUNIT_TEST_SUITE_END();

    Bench _bench{"unruly", [] { return std::make_unique<Unruly>(Vice::none); }};

    std::string call(std::string_view verb, std::string_view params = "{}", PrincipalId caller = PrincipalId::owner())
    {
        return _bench.call(verb, params, caller).str();
    }
    static void equals(std::string_view expected, std::string_view actual)
    {
        CPPUNIT_ASSERT_EQUAL(std::string{expected}, std::string{actual});
    }

public:
    void requestsGoTheWholeWay()
    {
        _bench.start();
        equals(R"(ok {"text":"a"})", call("unruly.say", R"({"text":"a"})"));
        equals("refused not_found.verb {}", call("unruly.sing"));
        equals(R"(refused invalid_params.schema {"param":"text","reason":"missing"})", call("unruly.say"));
        equals(R"(refused invalid_params.schema {"param":"tone","reason":"unknown"})", call("unruly.say", R"({"text":"a","tone":1})"));
        equals(R"(refused denied.write {"right":"write"})", call("unruly.say", R"({"text":"a"})", PrincipalId::unknown()));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, _bench.faults());
        CPPUNIT_ASSERT_THROW((void)_bench.ask("unruly.say", "[]"), std::invalid_argument);
    }

    void rightsAreTheTests()
    {
        _bench.setMay([](PrincipalId caller, Right right, std::optional<ResourceId> on)
                      { return caller == PrincipalId::generated(4) && right == Right::write && !on; });
        _bench.start();
        equals(R"(ok {"text":"a"})", call("unruly.say", R"({"text":"a"})", PrincipalId::generated(4)));
        equals(R"(refused denied.write {"right":"write"})", call("unruly.say", R"({"text":"a"})"));
    }

    void settingsAreStrict()
    {
        for (const auto& [key, value] : {std::pair{"unruly.limt", "3"}, {"unruly.limit", "0"}, {"unruly.limit", "4"}})
        {
            Bench bench{"unruly", [] { return std::make_unique<Unruly>(Vice::none); }};
            bench.set(key, value);
            CPPUNIT_ASSERT_THROW_MESSAGE(key, bench.start(), std::exception);
        }
    }

    void streamsAndCancels()
    {
        _bench.start();
        const auto stream = _bench.ask("unruly.stream");
        CPPUNIT_ASSERT(stream->wait().streams);
        equals(R"({"event":1})", stream->waitFrames(1).front());
        equals("", stream->endReason());
        stream->cancel();
        equals("cancelled", stream->waitEnd());

        const auto wait = _bench.ask("unruly.wait");
        equals("pending", wait->answer().str());
        wait->cancel();
        equals("refused unavailable.cancelled {}", wait->wait().str());
    }

    void aStopWithdrawsTheVerbs()
    {
        _bench.start();
        const auto wait = _bench.ask("unruly.wait");
        _bench.stop();
        equals("refused unavailable.shutdown {}", wait->wait().str());
        equals(R"(refused unavailable.verb {"plugin":"unruly"})", call("unruly.wait"));
        CPPUNIT_ASSERT(_bench.checks().empty());
    }

    void checksAndCounters()
    {
        _bench.start();
        equals("calm", _bench.check("unruly.mood").summary);
        CPPUNIT_ASSERT_THROW((void)_bench.check("unruly.health"), std::out_of_range);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, _bench.count("unruly.said"));
        (void)call("unruly.say", R"({"text":"a"})");
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1}, _bench.count("unruly.said"));
        CPPUNIT_ASSERT_THROW((void)_bench.count("unruly.sung"), std::out_of_range);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(BenchTest);

} // namespace venomx::tests
