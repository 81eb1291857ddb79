
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cppunit/extensions/HelperMacros.h>
#include <csignal>
#include <future>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <vector>
#include <venomx/sdk/testing.h>

#include "kernel/loop/ControlLoop.h"
#include "kernel/loop/Signals.h"
#include "kernel/loop/WorkerPool.h"

namespace venomx::tests
{

using namespace venomx::testing;

using namespace venomx::kernel;

class LoopTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(LoopTest);
    CPPUNIT_TEST(turnsEndInOrder);
    CPPUNIT_TEST(aStageThatFailsHoldsUpNoOther);
    CPPUNIT_TEST(signalsComeByDescriptor);
    CPPUNIT_TEST(exceptionsAreLogged);
    CPPUNIT_TEST(jobsStartInOrder);
    CPPUNIT_TEST(workersComeAndGo);
    CPPUNIT_TEST(whatHangsIsStoodInFor);
    CPPUNIT_TEST(aJobsExceptionHarmsNobody);
    CPPUNIT_TEST(finishWaitsOrGivesUp);
    CPPUNIT_TEST_SUITE_END();

    void turnsEndInOrder()
    {
        FakeLog log;
        ControlLoop loop{log};
        std::string order;
        loop.onTurnEnd(TurnStage::handOver, [&] { order += 'h'; });
        loop.onTurnEnd(TurnStage::flush, [&] { order += 'f'; });
        loop.onTurnEnd(TurnStage::events,
                       [&]
                       {
                           order += 'e';
                           loop.needTurnEnd(); // is coming anyway
                       });
        loop.post(
            [&]
            {
                order += '1';
                loop.needTurnEnd();
                loop.needTurnEnd();
            });
        loop.post(
            [&]
            {
                order += '2';
                loop.post(
                    [&]
                    {
                        order += '3';
                        loop.stop();
                    });
            });
        loop.run();
        CPPUNIT_ASSERT_EQUAL(std::string{"12efh3"}, order);
    }

    /// What the others do at the end of a turn is not done again, and the next turn has its end.
    void aStageThatFailsHoldsUpNoOther()
    {
        FakeLog log;
        ControlLoop loop{log};
        std::string order;
        loop.onTurnEnd(TurnStage::events,
                       [&]
                       {
                           order += 'e';
                           if (order.size() == 1) throw std::bad_alloc{};
                       });
        loop.onTurnEnd(TurnStage::flush, [&] { order += 'f'; });
        loop.onTurnEnd(TurnStage::handOver,
                       [&]
                       {
                           order += 'h';
                           if (order.size() == 3) throw std::bad_alloc{};
                           if (order.size() == 6) loop.stop();
                       });
        loop.post([&] { loop.needTurnEnd(); });
        static_cast<void>(loop.after(std::chrono::milliseconds{1}, [&] { loop.needTurnEnd(); }));
        loop.run();
        CPPUNIT_ASSERT_EQUAL(std::string{"efhefh"}, order);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, log.lines().size());
    }

    void signalsComeByDescriptor()
    {
        FakeLog log;
        std::vector<int> got;
        // On a thread of its own, whose mask goes with it.
        std::thread{[&]
                    {
                        blockSignals();
                        ControlLoop loop{log};
                        loop.onSignals({SIGUSR1, SIGUSR2},
                                       [&](int signal)
                                       {
                                           got.push_back(signal);
                                           if (got.size() == 2) loop.stop();
                                       });
                        ::pthread_kill(::pthread_self(), SIGUSR1);
                        loop.post([] { ::pthread_kill(::pthread_self(), SIGUSR2); });
                        loop.run();
                    }}
            .join();
        std::ranges::sort(got);
        CPPUNIT_ASSERT(got == (std::vector<int>{SIGUSR1, SIGUSR2}));
    }

    void exceptionsAreLogged()
    {
        FakeLog log;
        ControlLoop loop{log};
        loop.post([] { throw std::runtime_error{"text that may hold anything"}; });
        loop.post([&] { loop.stop(); });
        loop.run();
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, log.lines().size());
        CPPUNIT_ASSERT(log.lines()[0].find("runtime_error") != std::string::npos);
        CPPUNIT_ASSERT(log.lines()[0].find("anything") == std::string::npos);
    }

    void jobsStartInOrder()
    {
        FakeLog log;
        WorkerPool pool{log, {.resident = 1, .most = 1, .idle = std::chrono::milliseconds{50}}};
        int told = 0;
        pool.onSubmit([&] { ++told; });
        std::vector<int> order;
        std::promise<void> done;
        for (int i = 0; i < 100; ++i)
            pool.submit(
                [&, i]
                {
                    order.push_back(i);
                    if (i == 99) done.set_value();
                });
        done.get_future().wait();
        for (int i = 0; i < 100; ++i) CPPUNIT_ASSERT_EQUAL(i, order[static_cast<std::size_t>(i)]);
        CPPUNIT_ASSERT_EQUAL(100, told);
    }

    void workersComeAndGo()
    {
        FakeLog log;
        WorkerPool pool{log, {.resident = 2, .most = 5, .idle = std::chrono::milliseconds{5}}};
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, pool.threads());
        std::mutex mutex;
        std::condition_variable changed;
        int running = 0;
        bool open = false;
        int ended = 0;
        for (int i = 0; i < 20; ++i)
            pool.submit(
                [&]
                {
                    std::unique_lock lock{mutex};
                    ++running;
                    changed.notify_all();
                    changed.wait(lock, [&] { return open; });
                    ++ended;
                    changed.notify_all();
                });
        std::unique_lock lock{mutex};
        changed.wait(lock, [&] { return running == 5; });
        CPPUNIT_ASSERT_EQUAL(std::size_t{5}, pool.threads());
        open = true;
        changed.notify_all();
        changed.wait(lock, [&] { return ended == 20; });
        lock.unlock();
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{20};
        while (pool.threads() != 2 && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, pool.threads());
    }

    void whatHangsIsStoodInFor()
    {
        FakeLog log;
        WorkerPool pool{log, {.resident = 1, .most = 2, .idle = std::chrono::milliseconds{5}, .standIns = 1}};
        std::mutex mutex;
        std::condition_variable changed;
        int running = 0;
        bool open = false;
        const auto wait = [&]
        {
            std::unique_lock lock{mutex};
            ++running;
            changed.notify_all();
            changed.wait(lock, [&] { return open; });
            --running;
            changed.notify_all();
        };
        const auto awaitRunning = [&](int count)
        {
            std::unique_lock lock{mutex};
            changed.wait(lock, [&] { return running == count; });
        };
        for (int i = 0; i < 4; ++i) pool.submit(wait);
        awaitRunning(2);
        std::shared_ptr<void> first = pool.standIn(); // for a job that waits already
        awaitRunning(3);
        const std::shared_ptr<void> second = pool.standIn(); // past the bound
        CPPUNIT_ASSERT(first != nullptr && second != nullptr);
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, pool.threads());
        {
            const std::lock_guard guard{mutex};
            open = true;
            changed.notify_all();
        }
        awaitRunning(0);
        first.reset();
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{20};
        while (pool.threads() != 1 && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, pool.threads());
    }

    void aJobsExceptionHarmsNobody()
    {
        FakeLog log;
        WorkerPool pool{log, {.resident = 1, .most = 1, .idle = std::chrono::milliseconds{50}}};
        std::promise<void> done;
        pool.submit([] { throw 7; });
        pool.submit([&] { done.set_value(); });
        done.get_future().wait();
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, log.lines().size());
    }

    void finishWaitsOrGivesUp()
    {
        FakeLog log;
        WorkerPool pool{log, {.resident = 1, .most = 1, .idle = std::chrono::milliseconds{50}}};
        std::promise<void> started;
        std::promise<void> release;
        std::atomic<bool> second{false};
        pool.submit(
            [&]
            {
                started.set_value();
                release.get_future().wait();
            });
        pool.submit([&] { second = true; });
        started.get_future().wait();
        CPPUNIT_ASSERT(!pool.finish(std::chrono::milliseconds{1}));
        release.set_value();
        CPPUNIT_ASSERT(pool.finish(std::chrono::seconds{20}));
        pool.submit([&] { second = true; });
        CPPUNIT_ASSERT(!second);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, pool.threads());
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(LoopTest);

} // namespace venomx::tests
