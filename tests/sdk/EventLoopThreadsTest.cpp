#include "Inbox.h"

#include <atomic>
#include <condition_variable>
#include <cppunit/extensions/HelperMacros.h>
#include <csignal>
#include <fstream>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>
#include <venomx/sdk/event_loop.h>
#include <venomx/sdk/unique_fd.h>

namespace venomx::test
{
namespace
{

using std::chrono::milliseconds;

/// How often the thread has given up the processor to wait.
long waitsOf(long thread)
{
    std::ifstream status{"/proc/self/task/" + std::to_string(thread) + "/status"};
    std::string line;
    while (std::getline(status, line))
        if (line.starts_with("voluntary_ctxt_switches:")) return std::stol(line.substr(line.find(':') + 1));
    return -1;
}

char stateOf(long thread)
{
    std::ifstream status{"/proc/self/task/" + std::to_string(thread) + "/stat"};
    std::string line;
    std::getline(status, line);
    return line.at(line.rfind(')') + 2);
}

std::uint64_t wakeUps(detail::Inbox& inbox)
{
    std::uint64_t count = 0;
    return ::read(inbox.fd(), &count, sizeof count) == static_cast<ssize_t>(sizeof count) ? count : 0;
}

/// A loop that runs on a thread of its own until this ends.
class RunningLoop
{
public:
    RunningLoop() : _runner([this] { run(); }), _thread(_started.get_future().get()) {}
    ~RunningLoop()
    {
        _loop.stop();
        _runner.join();
    }
    RunningLoop(const RunningLoop&) = delete;
    RunningLoop& operator=(const RunningLoop&) = delete;

    [[nodiscard]] EventLoop& loop() { return _loop; }
    /// The system's number of its thread.
    [[nodiscard]] long thread() const { return _thread; }

private:
    void run()
    {
        _loop.post([this] { _started.set_value(::syscall(SYS_gettid)); });
        _loop.run();
    }

    EventLoop _loop;
    std::promise<long> _started;
    std::thread _runner;
    long _thread;
};

} // namespace

class EventLoopThreadsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(EventLoopThreadsTest);
    CPPUNIT_TEST(postsArriveInOrder);
    CPPUNIT_TEST(postsWhileRunningWaitForTheNextTurn);
    CPPUNIT_TEST(aPostWakesASleepingLoop);
    CPPUNIT_TEST(stopFromAnotherThread);
    CPPUNIT_TEST(aStopBeforeTheRunHolds);
    CPPUNIT_TEST(knowsItsThread);
    CPPUNIT_TEST(anIdleLoopDoesNothing);
    CPPUNIT_TEST(aLoopThatStaysAwakeDoesNotSleep);
    CPPUNIT_TEST(aLoopThatStaysAwakeServesAll);
    CPPUNIT_TEST(onlyTheFirstPosterOfASleepWakes);
    CPPUNIT_TEST(withoutAHandlerWhatEscapesEndsTheProcess);
    CPPUNIT_TEST_SUITE_END();

    void postsArriveInOrder()
    {
        constexpr int kPosters = 3;
        constexpr int kEach = 20'000;
        EventLoop loop;
        std::vector<std::vector<int>> seen(kPosters);
        int total = 0;
        std::vector<std::thread> posters;
        for (int poster = 0; poster < kPosters; ++poster)
            posters.emplace_back(
                [&, poster]
                {
                    for (int i = 0; i < kEach; ++i)
                        loop.post(
                            [&, poster, i]
                            {
                                seen.at(static_cast<std::size_t>(poster)).push_back(i);
                                if (++total == kPosters * kEach) loop.stop();
                            });
                });
        loop.run();
        for (std::thread& poster : posters) poster.join();
        for (const std::vector<int>& numbers : seen)
        {
            CPPUNIT_ASSERT_EQUAL(std::size_t{kEach}, numbers.size());
            CPPUNIT_ASSERT(std::is_sorted(numbers.begin(), numbers.end()));
        }
    }

    void postsWhileRunningWaitForTheNextTurn()
    {
        EventLoop loop;
        std::string order;
        loop.post(
            [&]
            {
                order += 'a';
                loop.post(
                    [&]
                    {
                        order += 'c';
                        loop.stop();
                    });
                loop.atTurnEnd([&] { order += 'b'; });
            });
        loop.run();
        CPPUNIT_ASSERT_EQUAL(std::string{"abc"}, order);
    }

    void aPostWakesASleepingLoop()
    {
        RunningLoop running;
        EventLoop& loop = running.loop();
        const long thread = running.thread();
        for (int i = 0; i < 200; ++i)
        {
            while (stateOf(thread) != 'S') std::this_thread::yield();
            std::promise<void> done;
            loop.post([&] { done.set_value(); });
            done.get_future().get();
        }
    }

    void aLoopThatStaysAwakeDoesNotSleep()
    {
        RunningLoop running;
        EventLoop& loop = running.loop();
        const long thread = running.thread();
        const auto stay = [&](std::chrono::microseconds time)
        {
            std::promise<void> told;
            loop.post(
                [&]
                {
                    loop.stayAwake(time);
                    told.set_value();
                });
            told.get_future().get();
        };
        // The lock of its inbox may make it wait for the poster; that it stays awake shows where it does not.
        const auto sleptFor = [&](milliseconds time)
        {
            stay(std::chrono::hours{1});
            const long before = waitsOf(thread);
            std::this_thread::sleep_for(time);
            return waitsOf(thread) != before || stateOf(thread) == 'S';
        };
        bool slept = true;
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{60};
        while (slept && std::chrono::steady_clock::now() < end) slept = sleptFor(milliseconds{1});
        stay(std::chrono::microseconds{100});
        while (stateOf(thread) != 'S') std::this_thread::yield();
        CPPUNIT_ASSERT(!slept);
    }

    void aLoopThatStaysAwakeServesAll()
    {
        EventLoop loop;
        std::string order;
        const auto next = [&](char what)
        {
            order += what;
            loop.stayAwake(std::chrono::hours{1});
        };
        const UniqueFd ready{::eventfd(0, EFD_CLOEXEC)};
        loop.watch(ready.get(), EPOLLIN,
                   [&](std::uint32_t)
                   {
                       loop.unwatch(ready.get());
                       next('e');
                       loop.after(milliseconds{1},
                                  [&]
                                  {
                                      next('t');
                                      loop.atTurnEnd([&] { loop.atTurnEnd([&] { loop.stop(); }); });
                                  });
                   });
        loop.post(
            [&]
            {
                next('p');
                const std::uint64_t one = 1;
                CPPUNIT_ASSERT(::write(ready.get(), &one, sizeof one) == static_cast<ssize_t>(sizeof one));
            });
        loop.run();
        CPPUNIT_ASSERT_EQUAL(std::string{"pet"}, order);
    }

    void stopFromAnotherThread()
    {
        for (int i = 0; i < 200; ++i)
        {
            EventLoop loop;
            std::thread stopper{[&] { loop.stop(); }};
            loop.run();
            stopper.join();
        }
    }

    void aStopBeforeTheRunHolds()
    {
        EventLoop loop;
        int turns = 0;
        loop.stop();
        loop.post([&] { ++turns; });
        loop.run();
        CPPUNIT_ASSERT_EQUAL(1, turns);
        // It was used up: the next run goes on until it is stopped again.
        loop.after(milliseconds{2},
                   [&]
                   {
                       ++turns;
                       loop.stop();
                   });
        loop.run();
        CPPUNIT_ASSERT_EQUAL(2, turns);
    }

    void knowsItsThread()
    {
        EventLoop loop;
        CPPUNIT_ASSERT(loop.onThread());
        bool inside = false;
        std::thread runner{[&]
                           {
                               loop.post(
                                   [&]
                                   {
                                       inside = loop.onThread();
                                       loop.stop();
                                   });
                               loop.run();
                           }};
        runner.join();
        CPPUNIT_ASSERT(inside && !loop.onThread());
    }

    void anIdleLoopDoesNothing()
    {
        EventLoop loop;
        std::promise<long> started;
        std::thread runner{[&]
                           {
                               loop.after(std::chrono::hours{1}, [] {});
                               loop.cancel(loop.after(milliseconds{50}, [] {}));
                               loop.post([&] { started.set_value(::syscall(SYS_gettid)); });
                               loop.run();
                           }};
        const long thread = started.get_future().get();
        while (stateOf(thread) != 'S') std::this_thread::yield();
        const long before = waitsOf(thread);
        // Not a wait for something to happen: the time in which nothing may.
        std::this_thread::sleep_for(milliseconds{200});
        CPPUNIT_ASSERT_EQUAL(before, waitsOf(thread));
        loop.stop();
        runner.join();
    }

    void onlyTheFirstPosterOfASleepWakes()
    {
        detail::Inbox inbox;
        inbox.post([] {});
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, wakeUps(inbox));
        CPPUNIT_ASSERT(!inbox.mayBlock());
        std::vector<EventLoop::Task> tasks;
        inbox.take(tasks);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, tasks.size());
        CPPUNIT_ASSERT(inbox.mayBlock());
        for (int i = 0; i < 5; ++i) inbox.post([] {});
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1}, wakeUps(inbox));
        tasks.clear();
        inbox.take(tasks);
        CPPUNIT_ASSERT(inbox.mayBlock());
        inbox.awake();
        inbox.post([] {});
        inbox.stop();
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, wakeUps(inbox));
        CPPUNIT_ASSERT(inbox.takeStop() && !inbox.takeStop());
    }

    void withoutAHandlerWhatEscapesEndsTheProcess()
    {
        const pid_t child = ::fork();
        if (child == 0)
        {
            const rlimit none{0, 0};
            ::setrlimit(RLIMIT_CORE, &none);
            ::close(STDERR_FILENO);
            EventLoop loop;
            loop.post([] { throw 1; });
            loop.post([&] { loop.stop(); });
            loop.run();
            ::_exit(0);
        }
        int status = 0;
        CPPUNIT_ASSERT_EQUAL(child, ::waitpid(child, &status, 0));
        CPPUNIT_ASSERT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(EventLoopThreadsTest);

} // namespace venomx::test
