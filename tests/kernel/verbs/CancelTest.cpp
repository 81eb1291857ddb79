// Cancelling and going away, before the answer and during a stream.
#include <cppunit/extensions/HelperMacros.h>
#include <thread>
#include <venomx/sdk/errors.h>

#include "tests/kernel/verbs/GateBench.h"

namespace venomx::kernel::tests
{
namespace
{

constexpr VerbSpec kWait{.name = "trial.wait", .summary = "Wait", .waits = true};
constexpr VerbSpec kStream{.name = "trial.stream", .summary = "Stream", .stream = true};

using Lines = std::vector<std::string>;
const std::string kCancelled = "7 refused unavailable.cancelled cancelled {}";

} // namespace

class CancelTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(CancelTest);
    CPPUNIT_TEST(cancelAsksTheVerb);
    CPPUNIT_TEST(aVerbThatTookEffectAnswersNormally);
    CPPUNIT_TEST(cancelWithoutListenerLeavesTheVerbRunning);
    CPPUNIT_TEST(onCancelAfterTheCancelRunsAtOnce);
    CPPUNIT_TEST(dropAfterCancelIsNoFault);
    CPPUNIT_TEST(streamsGiveFramesAndEnd);
    CPPUNIT_TEST(cancelEndsAStream);
    CPPUNIT_TEST(goingAwayEndsAStream);
    CPPUNIT_TEST(lettingGoOfAStreamEndsIt);
    CPPUNIT_TEST(cancelBetweenAnswerAndItsDelivery);
    CPPUNIT_TEST(streamAfterCancelIsRefused);
    CPPUNIT_TEST(writableFollowsTheRequester);
    CPPUNIT_TEST_SUITE_END();

    GateBench _bench;
    std::optional<Call> _kept;
    std::shared_ptr<Stream> _stream;

    std::shared_ptr<PendingCall> keep(const VerbSpec& spec)
    {
        _bench.add(spec, [this](Call& call) { _kept.emplace(std::move(call)); });
        const auto pending = _bench.send(spec.name);
        CPPUNIT_ASSERT(pending != nullptr);
        CPPUNIT_ASSERT(pending->waits());
        CPPUNIT_ASSERT(_bench.gate->waits(spec.name));
        return pending;
    }

    std::shared_ptr<PendingCall> openStream()
    {
        const auto pending = keep(kStream);
        _stream = _kept->stream({});
        _kept.reset();
        CPPUNIT_ASSERT_EQUAL(std::string{"7 stream {}"}, _bench.only());
        return pending;
    }

public:
    void cancelAsksTheVerb()
    {
        const auto pending = keep(kWait);
        int asked = 0;
        _kept->onCancel(
            [&]
            {
                ++asked;
                _kept->refuse(errors::cancelled());
            });
        pending->cancel();
        pending->cancel();
        CPPUNIT_ASSERT_EQUAL(1, asked);
        CPPUNIT_ASSERT(_kept->cancelled());
        CPPUNIT_ASSERT_EQUAL(kCancelled, _bench.only());
        _kept.reset();
        CPPUNIT_ASSERT(_bench.take().empty());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, _bench.registry.faults("trial"));
    }

    void aVerbThatTookEffectAnswersNormally()
    {
        const auto pending = keep(kWait);
        _kept->onCancel([] {});
        pending->abandon("closed");
        CPPUNIT_ASSERT(_bench.take().empty());
        _kept->answer({});
        CPPUNIT_ASSERT_EQUAL(std::string{"7 ok {}"}, _bench.only());
    }

    void cancelWithoutListenerLeavesTheVerbRunning()
    {
        const auto pending = keep(kWait);
        pending->cancel();
        CPPUNIT_ASSERT(_bench.take().empty());
        _kept->answer({});
        CPPUNIT_ASSERT_EQUAL(std::string{"7 ok {}"}, _bench.only());
    }

    void onCancelAfterTheCancelRunsAtOnce()
    {
        const auto pending = keep(kWait);
        pending->cancel();
        int asked = 0;
        std::thread([&] { _kept->onCancel([&] { ++asked; }); }).join();
        CPPUNIT_ASSERT_EQUAL(0, asked); // on the loop, not on that thread
        _bench.runPosted();
        CPPUNIT_ASSERT_EQUAL(1, asked);
        _kept->onCancel([&] { ++asked; });
        CPPUNIT_ASSERT_EQUAL(2, asked);
    }

    void dropAfterCancelIsNoFault()
    {
        const auto pending = keep(kWait);
        pending->cancel();
        _kept.reset();
        CPPUNIT_ASSERT_EQUAL(kCancelled, _bench.only());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, _bench.registry.faults("trial"));
    }

    void streamsGiveFramesAndEnd()
    {
        const auto pending = openStream();
        _stream->frame("event", R"({"seq":1})");
        std::thread([&] { _stream->frame("output", "2"); }).join();
        _bench.runPosted();
        _stream->end("done");
        _stream->frame("event", "3");
        _stream->end("closed");
        CPPUNIT_ASSERT(_stream->ended());
        CPPUNIT_ASSERT((_bench.take() == Lines{R"(7 event {"seq":1})", "7 output 2", "7 end done"}));
        pending->cancel();
        CPPUNIT_ASSERT(_bench.take().empty());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, _bench.outcomes.size());
    }

    void cancelEndsAStream()
    {
        const auto pending = openStream();
        int ended = 0;
        _stream->onEnd([&] { ++ended; });
        pending->cancel();
        CPPUNIT_ASSERT_EQUAL(1, ended);
        CPPUNIT_ASSERT(_stream->ended());
        CPPUNIT_ASSERT_EQUAL(std::string{"7 end cancelled"}, _bench.only());
        _stream->onEnd([&] { ++ended; });
        CPPUNIT_ASSERT_EQUAL(2, ended);
        _stream.reset();
        CPPUNIT_ASSERT(_bench.take().empty());
    }

    void goingAwayEndsAStream()
    {
        const auto pending = openStream();
        pending->abandon("revoked");
        CPPUNIT_ASSERT_EQUAL(std::string{"7 end revoked"}, _bench.only());
    }

    void lettingGoOfAStreamEndsIt()
    {
        const auto pending = openStream();
        _stream.reset();
        CPPUNIT_ASSERT_EQUAL(std::string{"7 end closed"}, _bench.only());
    }

    void cancelBetweenAnswerAndItsDelivery()
    {
        const auto pending = keep(kStream);
        std::thread([&] { _stream = _kept->stream({}); }).join();
        int ended = 0;
        std::thread([&] { _stream->onEnd([&] { ++ended; }); }).join();
        pending->cancel();
        CPPUNIT_ASSERT(_bench.take().empty());
        _bench.runPosted();
        CPPUNIT_ASSERT((_bench.take() == Lines{"7 stream {}", "7 end cancelled"}));
        CPPUNIT_ASSERT_EQUAL(1, ended);
    }

    void streamAfterCancelIsRefused()
    {
        const auto pending = keep(kStream);
        pending->cancel();
        _stream = _kept->stream({});
        CPPUNIT_ASSERT_EQUAL(kCancelled, _bench.only());
        CPPUNIT_ASSERT(_stream->ended());
        CPPUNIT_ASSERT(!_stream->writable());
        _stream->frame("event", "1");
        int ended = 0;
        _stream->onEnd([&] { ++ended; });
        CPPUNIT_ASSERT_EQUAL(1, ended);
        CPPUNIT_ASSERT(_bench.take().empty());
    }

    void writableFollowsTheRequester()
    {
        const auto pending = openStream();
        CPPUNIT_ASSERT(_stream->writable());
        _bench.requester->room = false;
        CPPUNIT_ASSERT(!_stream->writable());
        int ready = 0;
        _stream->onWritable([&] { ++ready; });
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, _bench.requester->waiting.size());
        _bench.requester->waiting.front()();
        CPPUNIT_ASSERT_EQUAL(1, ready);
        _stream->end("done");
        CPPUNIT_ASSERT(!_stream->writable());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CancelTest);

} // namespace venomx::kernel::tests
