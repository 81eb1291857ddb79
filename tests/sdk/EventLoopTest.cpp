#include "EventLoopFixture.h"
#include "Signal.h"

#include <array>
#include <cerrno>
#include <cppunit/extensions/HelperMacros.h>
#include <fcntl.h>
#include <memory>
#include <string>
#include <sys/epoll.h>
#include <system_error>
#include <vector>
#include <venomx/sdk/event_loop.h>

namespace venomx::test
{
namespace
{

int codeOf(const std::function<void()>& call)
{
    try
    {
        call();
    }
    catch (const std::system_error& error)
    {
        return error.code().value();
    }
    return 0;
}

} // namespace

class EventLoopTest : public EventLoopFixture
{
    CPPUNIT_TEST_SUITE(EventLoopTest);
    CPPUNIT_TEST(callsForWhatIsReady);
    CPPUNIT_TEST(changesWhatIsWatched);
    CPPUNIT_TEST(changingArmsOneShotsAnew);
    CPPUNIT_TEST(tellsMisuse);
    CPPUNIT_TEST(unwatchedInTheSameBatchIsNotCalled);
    CPPUNIT_TEST(changedInTheSameBatchIsNotCalledForOldEvents);
    CPPUNIT_TEST(aReusedNumberGetsNoOldEvent);
    CPPUNIT_TEST(aCallbackMayUnwatchItself);
    CPPUNIT_TEST(aCallbackMayWatchMany);
    CPPUNIT_TEST(aClosedDescriptorsPlaceIsTaken);
    CPPUNIT_TEST_SUITE_END();

    void callsForWhatIsReady()
    {
        const Signal one;
        const Signal two;
        loop.watch(one.fd(), EPOLLIN, [&](std::uint32_t events) { log.push_back("one " + std::to_string(events)); });
        loop.watch(two.fd(), EPOLLIN, [&](std::uint32_t) { log.push_back("two"); });
        runReady();
        CPPUNIT_ASSERT(log.empty());
        one.raise();
        loop.post([&] { loop.stop(); });
        loop.run();
        CPPUNIT_ASSERT((log == Log{"one " + std::to_string(EPOLLIN)}));
        // Level-triggered: called each turn until it is read.
        loop.post([&] { one.lower(); });
        runReady();
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, log.size());
        loop.unwatch(one.fd());
        loop.unwatch(two.fd());
        loop.unwatch(two.fd());
    }

    void changesWhatIsWatched()
    {
        const Signal signal;
        loop.watch(signal.fd(), EPOLLIN, [&](std::uint32_t events) { log.push_back(std::to_string(events)); });
        loop.change(signal.fd(), EPOLLOUT);
        loop.post([&] { loop.change(signal.fd(), 0); });
        runReady();
        CPPUNIT_ASSERT((log == Log{std::to_string(EPOLLOUT)}));
    }

    void changingArmsOneShotsAnew()
    {
        const Signal signal;
        signal.raise();
        loop.watch(signal.fd(), EPOLLIN | EPOLLONESHOT, [&](std::uint32_t) { log.emplace_back("shot"); });
        runReady();
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, log.size());
        loop.change(signal.fd(), EPOLLIN | EPOLLONESHOT);
        runReady();
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, log.size());
    }

    void tellsMisuse()
    {
        const Signal signal;
        loop.watch(signal.fd(), EPOLLIN, [](std::uint32_t) {});
        CPPUNIT_ASSERT_EQUAL(EEXIST, codeOf([&] { loop.watch(signal.fd(), EPOLLIN, [](std::uint32_t) {}); }));
        CPPUNIT_ASSERT_EQUAL(ENOENT, codeOf([&] { loop.change(signal.fd() + 1000, EPOLLIN); }));
        CPPUNIT_ASSERT_EQUAL(EBADF, codeOf([&] { loop.watch(100'000, EPOLLIN, [](std::uint32_t) {}); }));
        const UniqueFd file{::open("/proc/self/exe", O_RDONLY | O_CLOEXEC)};
        CPPUNIT_ASSERT_EQUAL(EPERM, codeOf([&] { loop.watch(file.get(), EPOLLIN, [](std::uint32_t) {}); }));
        loop.unwatch(file.get());
        loop.unwatch(-1);
    }

    void unwatchedInTheSameBatchIsNotCalled()
    {
        const std::array<Signal, 2> both;
        for (std::size_t i = 0; i < 2; ++i)
        {
            both.at(i).raise();
            loop.watch(both.at(i).fd(), EPOLLIN,
                       [&, i](std::uint32_t)
                       {
                           log.push_back(std::to_string(i));
                           loop.unwatch(both.at(0).fd());
                           loop.unwatch(both.at(1).fd());
                       });
        }
        runReady();
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, log.size());
    }

    void changedInTheSameBatchIsNotCalledForOldEvents()
    {
        const std::array<Signal, 2> both;
        for (std::size_t i = 0; i < 2; ++i)
        {
            both.at(i).raise();
            loop.watch(both.at(i).fd(), EPOLLIN,
                       [&, i](std::uint32_t)
                       {
                           log.push_back(std::to_string(i));
                           loop.change(both.at(0).fd(), 0);
                           loop.change(both.at(1).fd(), 0);
                       });
        }
        runReady();
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, log.size());
    }

    void aReusedNumberGetsNoOldEvent()
    {
        std::array<Signal, 2> both;
        std::vector<Signal> fresh;
        for (std::size_t i = 0; i < 2; ++i)
        {
            both.at(i).raise();
            loop.watch(both.at(i).fd(), EPOLLIN,
                       [&, i](std::uint32_t)
                       {
                           Signal& other = both.at(1 - i);
                           const int number = other.fd();
                           loop.unwatch(number);
                           other.close();
                           fresh.emplace_back();
                           CPPUNIT_ASSERT_EQUAL(number, fresh.back().fd());
                           loop.watch(number, EPOLLIN, [&](std::uint32_t) { log.emplace_back("stale"); });
                           both.at(i).lower();
                           log.emplace_back("first");
                       });
        }
        runReady();
        CPPUNIT_ASSERT((log == Log{"first"}));
        fresh.back().raise();
        loop.post([&] { fresh.back().lower(); });
        runReady();
        CPPUNIT_ASSERT((log == Log{"first", "stale"}));
    }

    void aCallbackMayUnwatchItself()
    {
        const Signal signal;
        signal.raise();
        auto owned = std::make_shared<std::string>("state");
        const std::weak_ptr<std::string> seen = owned;
        loop.watch(signal.fd(), EPOLLIN,
                   [this, &signal, owned = std::move(owned)](std::uint32_t)
                   {
                       loop.unwatch(signal.fd());
                       loop.watch(signal.fd(), 0, [](std::uint32_t) {});
                       log.push_back(*owned);
                   });
        runReady();
        CPPUNIT_ASSERT((log == Log{"state"}));
        CPPUNIT_ASSERT(seen.expired());
    }

    void aCallbackMayWatchMany()
    {
        const Signal signal;
        signal.raise();
        std::vector<Signal> many(200);
        const std::string text{"held in the callback"};
        loop.watch(signal.fd(), EPOLLIN,
                   [&, text](std::uint32_t)
                   {
                       for (const Signal& one : many) loop.watch(one.fd(), EPOLLIN, [&](std::uint32_t) { one.lower(); });
                       log.push_back(text);
                       signal.lower();
                   });
        runReady();
        for (const Signal& one : many) one.raise();
        runReady();
        CPPUNIT_ASSERT((log == Log{text}));
        std::uint64_t count = 0;
        for (const Signal& one : many) CPPUNIT_ASSERT_EQUAL(ssize_t{-1}, ::read(one.fd(), &count, sizeof count));
    }

    void aClosedDescriptorsPlaceIsTaken()
    {
        // Against the rule, closed before it was unwatched: the next owner of the number must still get its events.
        int number = -1;
        {
            const Signal gone;
            number = gone.fd();
            loop.watch(number, EPOLLIN, [&](std::uint32_t) { log.emplace_back("old"); });
        }
        const Signal next;
        CPPUNIT_ASSERT_EQUAL(number, next.fd());
        loop.watch(number, EPOLLIN,
                   [&](std::uint32_t)
                   {
                       log.emplace_back("new");
                       next.lower();
                   });
        next.raise();
        runReady();
        CPPUNIT_ASSERT((log == Log{"new"}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(EventLoopTest);

} // namespace venomx::test
