// What a verb gets of its call, and what its mistakes cost: an exception, which the gate answers with internal.plugin.
#include <chrono>
#include <cppunit/extensions/HelperMacros.h>
#include <future>
#include <memory>
#include <stdexcept>
#include <venomx/sdk/testing/fake_call.h>

namespace venomx::tests
{
namespace
{

constexpr Param kParams[] = {
    {.name = "name", .type = Type::string(), .required = true, .summary = "A name"},
    {.name = "count", .type = Type::integer(), .summary = "How many"},
    {.name = "loud", .type = Type::boolean(), .summary = "How", .fallback = false},
};
constexpr VerbSpec kSpec{.name = "trial.call", .summary = "Try", .params = kParams};

} // namespace

class CallTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(CallTest);
    CPPUNIT_TEST(parametersAreThereOrNot);
    CPPUNIT_TEST(whoAsksForAnotherTypeIsTold);
    CPPUNIT_TEST(whoAsksForWhatIsAbsentIsTold);
    CPPUNIT_TEST(aCallThatWasMovedAwayIsEmpty);
    CPPUNIT_TEST(aCallIsSetUpBeforeItIsTakenAndTakenOnce);
    CPPUNIT_TEST(nothingWaitsForRoomInAStreamThatHasEnded);
    CPPUNIT_TEST(nothingWaitsForAReaderThatHasGone);
    CPPUNIT_TEST(whoWaitsForTheEndIsWoken);
    CPPUNIT_TEST_SUITE_END();

    testing::FakeCall _fake{kSpec, R"({"name":"n"})"};
    Call _call{_fake.take()};

public:
    void parametersAreThereOrNot()
    {
        CPPUNIT_ASSERT_EQUAL(std::string_view{"n"}, _call.text("name"));
        CPPUNIT_ASSERT(!_call.flag("loud"));
        CPPUNIT_ASSERT(_call.find("count") == nullptr && !_call.findInteger("count") && !_call.findText("nothing"));
    }

    void whoAsksForAnotherTypeIsTold()
    {
        CPPUNIT_ASSERT_THROW((void)_call.findInteger("name"), std::logic_error);
        CPPUNIT_ASSERT_THROW((void)_call.findFlag("name"), std::logic_error);
        CPPUNIT_ASSERT_THROW((void)_call.findText("loud"), std::logic_error);
        CPPUNIT_ASSERT_THROW((void)_call.integer("name"), std::logic_error);
    }

    void whoAsksForWhatIsAbsentIsTold()
    {
        CPPUNIT_ASSERT_THROW((void)_call.integer("count"), std::logic_error);
        CPPUNIT_ASSERT_THROW((void)_call.text("nothing"), std::logic_error);
        CPPUNIT_ASSERT_THROW((void)_call.flag("nothing"), std::logic_error);
    }

    void aCallIsSetUpBeforeItIsTakenAndTakenOnce()
    {
        CPPUNIT_ASSERT_THROW(_fake.setMay([](Right, std::optional<ResourceId>) { return false; }), std::logic_error);
        CPPUNIT_ASSERT_THROW(_fake.setResolve(ResourceId::parse), std::logic_error);
        CPPUNIT_ASSERT_THROW((void)_fake.take(), std::logic_error);
        CPPUNIT_ASSERT(_call.may(Right::read));
    }

    void aCallThatWasMovedAwayIsEmpty()
    {
        Call taken = std::move(_call);
        CPPUNIT_ASSERT(!_call && taken);
        CPPUNIT_ASSERT_THROW((void)_call.text("name"), std::logic_error);
        CPPUNIT_ASSERT_THROW((void)_call.caller(), std::logic_error);
        CPPUNIT_ASSERT_THROW(_call.answer({}), std::logic_error);
        taken.answer({});
        CPPUNIT_ASSERT_EQUAL(std::string{"ok {}"}, _fake.answer().str());
    }

    /// As on a connection; what waits is let go, or a stream that it holds would never be.
    void nothingWaitsForRoomInAStreamThatHasEnded()
    {
        for (const bool cancelled : {true, false})
        {
            testing::FakeCall fake{kSpec, R"({"name":"n"})"};
            fake.setWritable(false);
            const std::shared_ptr<Stream> stream = fake.take().stream({});
            const auto waits = std::make_shared<int>(0);
            stream->onWritable([waits] { ++*waits; });
            CPPUNIT_ASSERT_EQUAL(2L, waits.use_count());
            cancelled ? fake.cancel() : stream->end("done");
            CPPUNIT_ASSERT_EQUAL(1L, waits.use_count());
            stream->onWritable([waits] { ++*waits; });
            fake.setWritable(true);
            CPPUNIT_ASSERT_EQUAL(0, *waits);
            CPPUNIT_ASSERT_EQUAL(1L, waits.use_count());
        }
    }

    void nothingWaitsForAReaderThatHasGone()
    {
        std::weak_ptr<Stream> left;
        {
            testing::FakeCall fake{kSpec, R"({"name":"n"})"};
            fake.setWritable(false);
            const std::shared_ptr<Stream> stream = fake.take().stream({});
            left = stream;
            stream->onWritable([stream] { stream->end("done"); });
            stream->onEnd([stream] { stream->end("done"); });
        }
        CPPUNIT_ASSERT(left.expired());
    }

    void whoWaitsForTheEndIsWoken()
    {
        for (const bool cancelled : {true, false})
        {
            testing::FakeCall fake{kSpec, R"({"name":"n"})"};
            const std::shared_ptr<Stream> stream = fake.take().stream({});
            std::promise<void> waits;
            auto end = std::async(std::launch::async,
                                  [&]
                                  {
                                      waits.set_value();
                                      return fake.waitEnd(std::chrono::minutes{1});
                                  });
            waits.get_future().wait();
            cancelled ? fake.cancel() : stream->end("done");
            CPPUNIT_ASSERT(end.wait_for(std::chrono::seconds{30}) == std::future_status::ready);
            CPPUNIT_ASSERT_EQUAL(std::string{cancelled ? "cancelled" : "done"}, end.get());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CallTest);

} // namespace venomx::tests
