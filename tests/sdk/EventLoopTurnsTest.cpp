#include "EventLoopFixture.h"
#include "Signal.h"

#include <algorithm>
#include <array>
#include <cppunit/extensions/HelperMacros.h>
#include <csignal>
#include <memory>
#include <stdexcept>
#include <string>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>
#include <venomx/sdk/event_loop.h>

namespace venomx::test
{

using std::chrono::milliseconds;

/// What a loop does besides watching descriptors: timers, ends of turns, its own end.
class EventLoopTurnsTest : public EventLoopFixture
{
    CPPUNIT_TEST_SUITE(EventLoopTurnsTest);
    CPPUNIT_TEST(timersRunInOrder);
    CPPUNIT_TEST(timersAreNeverEarly);
    CPPUNIT_TEST(cancelledTimersDoNotRun);
    CPPUNIT_TEST(timersOfATurnWaitForTheNext);
    CPPUNIT_TEST(extremeDelays);
    CPPUNIT_TEST(whatCameWhileItWasStoppedComesBeforeTimers);
    CPPUNIT_TEST(turnEndComesLastInATurn);
    CPPUNIT_TEST(aTurnEndBeforeTheRunIsNotSleptOver);
    CPPUNIT_TEST(whatEscapesIsHandedOn);
    CPPUNIT_TEST(worstTurnIsMeasured);
    CPPUNIT_TEST(destructionDropsEverything);
    CPPUNIT_TEST(whatIsDroppedMayAskTheLoop);
    CPPUNIT_TEST_SUITE_END();

    void timersRunInOrder()
    {
        loop.after(milliseconds{8}, note("8"));
        loop.after(milliseconds{2}, note("2"));
        loop.after(milliseconds{0}, note("0a"));
        loop.after(milliseconds{0}, note("0b"));
        loop.after(milliseconds{5}, note("5"));
        loop.after(milliseconds{9}, [&] { loop.stop(); });
        loop.run();
        CPPUNIT_ASSERT((log == Log{"0a", "0b", "2", "5", "8"}));
    }

    void timersAreNeverEarly()
    {
        for (int i = 0; i < 10; ++i)
        {
            const auto start = EventLoop::Clock::now();
            loop.after(milliseconds{3}, [&] { loop.stop(); });
            loop.run();
            CPPUNIT_ASSERT(EventLoop::Clock::now() - start >= milliseconds{3});
        }
    }

    void cancelledTimersDoNotRun()
    {
        const auto first = loop.after(milliseconds{1}, note("cancelled"));
        loop.cancel(first);
        loop.cancel(first);
        loop.cancel(EventLoop::TimerId::none);
        EventLoop::TimerId second{};
        loop.after(milliseconds{1}, [&] { loop.cancel(second); });
        second = loop.after(milliseconds{1}, note("cancelled by the one before"));
        EventLoop::TimerId itself{};
        itself = loop.after(milliseconds{2},
                            [&]
                            {
                                loop.cancel(itself);
                                log.emplace_back("ran");
                            });
        loop.after(milliseconds{4}, [&] { loop.stop(); });
        loop.run();
        CPPUNIT_ASSERT((log == Log{"ran"}));
    }

    void timersOfATurnWaitForTheNext()
    {
        loop.after(milliseconds{0},
                   [&]
                   {
                       loop.after(milliseconds{0},
                                  [&]
                                  {
                                      log.emplace_back("second");
                                      loop.stop();
                                  });
                       loop.atTurnEnd(note("end of the first turn"));
                   });
        loop.run();
        CPPUNIT_ASSERT((log == Log{"end of the first turn", "second"}));
    }

    void extremeDelays()
    {
        loop.after(milliseconds::max(), note("never"));
        loop.after(milliseconds::min(), note("at once"));
        loop.after(milliseconds{-1}, [&] { loop.stop(); });
        loop.run();
        CPPUNIT_ASSERT((log == Log{"at once"}));
    }

    static constexpr milliseconds kDue{500};

    /// A process whose loop waits for a byte and for a timer, and that ends with 0 when the byte came first.
    static pid_t waitInAProcess(int data, int ready)
    {
        const pid_t pid = ::fork();
        if (pid != 0) return pid;
        EventLoop own;
        std::string order;
        own.watch(data, EPOLLIN,
                  [&](std::uint32_t)
                  {
                      order += 'd';
                      own.unwatch(data);
                      own.stop();
                  });
        own.after(kDue,
                  [&]
                  {
                      order += 't';
                      own.stop();
                  });
        static_cast<void>(::write(ready, "r", 1));
        own.run();
        ::_exit(order.starts_with('d') ? 0 : 1);
    }

    void whatCameWhileItWasStoppedComesBeforeTimers()
    {
        for (bool stoppedInTime = false; !stoppedInTime;)
        {
            std::array<int, 2> data{};
            std::array<int, 2> ready{};
            CPPUNIT_ASSERT(::pipe(data.data()) == 0 && ::pipe(ready.data()) == 0);
            const auto begun = EventLoop::Clock::now();
            const pid_t pid = waitInAProcess(data[0], ready[1]);
            char byte = 0;
            CPPUNIT_ASSERT_EQUAL(ssize_t{1}, ::read(ready[0], &byte, 1));
            ::kill(pid, SIGSTOP);
            int status = 0;
            CPPUNIT_ASSERT_EQUAL(pid, ::waitpid(pid, &status, WUNTRACED));
            stoppedInTime = WIFSTOPPED(status) && EventLoop::Clock::now() < begun + kDue;
            std::this_thread::sleep_until(EventLoop::Clock::now() + kDue);
            CPPUNIT_ASSERT_EQUAL(ssize_t{1}, ::write(data[1], "d", 1));
            ::kill(pid, SIGCONT);
            if (WIFSTOPPED(status)) CPPUNIT_ASSERT_EQUAL(pid, ::waitpid(pid, &status, 0));
            for (const int end : {data[0], data[1], ready[0], ready[1]}) ::close(end);
            if (stoppedInTime) CPPUNIT_ASSERT_EQUAL(0, WEXITSTATUS(status));
        }
    }

    void turnEndComesLastInATurn()
    {
        const Signal signal;
        signal.raise();
        loop.atTurnEnd(note("end"));
        loop.post(note("posted"));
        loop.after(milliseconds{0}, note("timer"));
        loop.watch(signal.fd(), EPOLLIN,
                   [&](std::uint32_t)
                   {
                       loop.unwatch(signal.fd());
                       log.emplace_back("ready");
                       loop.atTurnEnd(
                           [&]
                           {
                               log.emplace_back("end, asked for in the turn");
                               loop.atTurnEnd(
                                   [&]
                                   {
                                       log.emplace_back("next end");
                                       loop.stop();
                                   });
                           });
                   });
        loop.run();
        CPPUNIT_ASSERT((log == Log{"ready", "timer", "posted", "end", "end, asked for in the turn", "next end"}));
    }

    void aTurnEndBeforeTheRunIsNotSleptOver()
    {
        loop.atTurnEnd([&] { loop.stop(); });
        loop.run();
        CPPUNIT_ASSERT(log.empty());
    }

    void whatEscapesIsHandedOn()
    {
        loop.onEscape(
            [&](const std::exception_ptr& escaped)
            {
                try
                {
                    std::rethrow_exception(escaped);
                }
                catch (const std::runtime_error& error)
                {
                    log.emplace_back(error.what());
                }
            });
        const auto thrower = [](const char* what) { return [what] { throw std::runtime_error{what}; }; };
        const Signal signal;
        signal.raise();
        loop.watch(signal.fd(), EPOLLIN,
                   [&](std::uint32_t)
                   {
                       signal.lower();
                       throw std::runtime_error{"ready"};
                   });
        loop.after(milliseconds{0}, thrower("timer"));
        loop.post(thrower("posted"));
        loop.post(note("the next one"));
        loop.atTurnEnd(thrower("end"));
        runReady();
        CPPUNIT_ASSERT((log == Log{"ready", "timer", "posted", "the next one", "end"}));
    }

    void worstTurnIsMeasured()
    {
        const auto busy = [](milliseconds length)
        {
            const auto start = EventLoop::Clock::now();
            while (EventLoop::Clock::now() - start < length)
            {
            }
        };
        CPPUNIT_ASSERT(loop.takeWorstTurn() == milliseconds{0});
        loop.post([&] { busy(milliseconds{3}); });
        runReady();
        const auto worst = loop.takeWorstTurn();
        CPPUNIT_ASSERT(worst >= milliseconds{3});
        CPPUNIT_ASSERT(loop.takeWorstTurn() == milliseconds{0});
    }

    void destructionDropsEverything()
    {
        const Signal signal;
        auto held = std::make_shared<int>(1);
        {
            EventLoop other;
            other.watch(signal.fd(), EPOLLIN, [held](std::uint32_t) {});
            other.after(milliseconds{0}, [held] {});
            other.post([held] {});
            other.atTurnEnd([held] {});
            CPPUNIT_ASSERT_EQUAL(5L, held.use_count());
        }
        CPPUNIT_ASSERT_EQUAL(1L, held.use_count());
    }

    void whatIsDroppedMayAskTheLoop()
    {
        const Signal signal;
        {
            EventLoop other;
            const auto leave = [&](std::string text)
            {
                return std::shared_ptr<void>{nullptr, [&, text = std::move(text)](void*)
                                             {
                                                 other.unwatch(signal.fd());
                                                 other.cancel(other.after(milliseconds{1}, [] {}));
                                                 other.post(note("never"));
                                                 log.push_back(text);
                                             }};
            };
            other.watch(signal.fd(), EPOLLIN, [held = leave("watch")](std::uint32_t) {});
            other.after(milliseconds{0}, [held = leave("timer")] {});
            other.post([held = leave("posted")] {});
        }
        std::sort(log.begin(), log.end());
        CPPUNIT_ASSERT((log == Log{"posted", "timer", "watch"}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(EventLoopTurnsTest);

} // namespace venomx::test
