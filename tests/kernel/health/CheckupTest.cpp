// Running of the checks: where, for how long, and what those that throw, are slow or hang do to the others.
#include <atomic>
#include <cppunit/extensions/HelperMacros.h>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "tests/kernel/health/CheckRoom.h"

namespace venomx::kernel::tests
{
namespace
{

using namespace std::chrono_literals;

constexpr const char* kHangs = " warn (the check still hangs since an earlier look)\n";
constexpr const char* kLate = " warn (the check took longer than doctor.timeout_ms)\n";

Check named(const char* name, CheckOn on = CheckOn::worker, HealthStatus status = HealthStatus::ok)
{
    return {name, [status] { return CheckResult{.status = status, .summary = "looked"}; }, on};
}

std::string shown(const std::vector<CheckReport>& reports)
{
    std::string all;
    for (const CheckReport& report : reports) all += report.name + ' ' + std::string{toText(report.status)} + " (" + report.summary + ")\n";
    return all;
}

/// A check that hangs until it is let go, or this goes, and counts its runs.
class Hanging
{
public:
    [[nodiscard]] Check check(const char* name) const
    {
        return {name, [runs = _runs, free = _free]
                {
                    ++*runs;
                    free.wait();
                    return CheckResult{.summary = "free"};
                }};
    }
    void release() { _release.set_value(); }
    [[nodiscard]] int runs() const { return *_runs; }

private:
    std::shared_ptr<std::atomic<int>> _runs{std::make_shared<std::atomic<int>>(0)};
    std::promise<void> _release;
    std::shared_future<void> _free{_release.get_future()};
};

class NoThreads final : public Workers
{
public:
    void submit(std::function<void()>) override { throw std::system_error(EAGAIN, std::generic_category()); }
    [[nodiscard]] std::shared_ptr<void> standIn() override { return std::make_shared<int>(0); }
};

} // namespace

class CheckupTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(CheckupTest);
    CPPUNIT_TEST(nothingIsReportedAtOnce);
    CPPUNIT_TEST(eachRunsWhereItSays);
    CPPUNIT_TEST(workersRunSideBySide);
    CPPUNIT_TEST(aThrowingCheckFails);
    CPPUNIT_TEST(aSlowCheckOfTheLoopWarns);
    CPPUNIT_TEST(aHangingCheckHarmsNothing);
    CPPUNIT_TEST(looksShareARun);
    CPPUNIT_TEST(aBusyLoopBlamesNobody);
    CPPUNIT_TEST(whatHangsMayBeWithdrawn);
    CPPUNIT_TEST(withoutAThreadItWarns);
    CPPUNIT_TEST_SUITE_END();

    HealthRegistry _registry;
    CheckRoom _room;
    Health& _section{_registry.section("a")};

public:
    void nothingIsReportedAtOnce()
    {
        bool done = false;
        _room.loop.run([&] { checkUp({}, _room.places, 1h, [&](const CheckRoom::Reports& found) { done = found.empty(); }); });
        CPPUNIT_ASSERT(done);
    }

    void eachRunsWhereItSays()
    {
        const std::thread::id loop = _room.loop.run([] { return std::this_thread::get_id(); });
        std::atomic<bool> right{true};
        const auto place = [&](bool onLoop)
        {
            return [&, onLoop]
            {
                if ((std::this_thread::get_id() == loop) != onLoop) right = false;
                return CheckResult{.status = HealthStatus::info, .summary = "here"};
            };
        };
        _section.check({.name = "a.stranger", .run = place(false)});
        _section.check({.name = "a.loop", .run = place(true), .on = CheckOn::loop});
        _section.check({.name = "a.worker", .run = place(false), .on = CheckOn::worker});
        CPPUNIT_ASSERT_EQUAL(std::string{"a.stranger info (here)\na.loop info (here)\na.worker info (here)\n"},
                             shown(_room.look(_registry)));
        CPPUNIT_ASSERT(right);
    }

    void workersRunSideBySide()
    {
        std::promise<void> first;
        std::promise<void> second;
        _section.check({"a.first", [&]
                        {
                            first.set_value();
                            second.get_future().wait();
                            return CheckResult{.summary = "met"};
                        }});
        _section.check({"a.second", [&]
                        {
                            second.set_value();
                            first.get_future().wait();
                            return CheckResult{.summary = "met"};
                        }});
        CPPUNIT_ASSERT_EQUAL(std::string{"a.first ok (met)\na.second ok (met)\n"}, shown(_room.look(_registry)));
        _room.settle();
    }

    void aThrowingCheckFails()
    {
        for (const CheckOn on : {CheckOn::worker, CheckOn::loop})
        {
            HealthRegistry registry;
            Health& section = registry.section("a");
            section.check({"a.throws", []() -> CheckResult { throw std::runtime_error("/secret/path"); }, on});
            section.check({"a.throws_anything", []() -> CheckResult { throw 1; }, on});
            section.check({"a.detail", [] { return CheckResult{.summary = "looked", .detail = "[1"}; }, on});
            section.check(named("a.fine", on, HealthStatus::warn));
            CPPUNIT_ASSERT_EQUAL(std::string{"a.throws fail (the check itself failed)\na.throws_anything fail (the check itself failed)\n"
                                             "a.detail fail (the check itself failed)\na.fine warn (looked)\n"},
                                 shown(_room.look(registry)));
        }
    }

    void aSlowCheckOfTheLoopWarns()
    {
        const auto taking = [this](std::chrono::milliseconds time, HealthStatus status)
        {
            return [this, time, status]
            {
                _room.now += time;
                return CheckResult{.status = status, .summary = "done"};
            };
        };
        _section.check({"a.much", taking(1'001ms, HealthStatus::ok), CheckOn::loop});
        _section.check({"a.just", taking(1'000ms, HealthStatus::ok), CheckOn::loop});
        _section.check({"a.worse", taking(1'001ms, HealthStatus::fail), CheckOn::loop});
        const auto reports = _room.look(_registry, 1s);
        CPPUNIT_ASSERT_EQUAL(std::string{"a.much"} + kLate + "a.just ok (done)\na.worse fail (done)\n", shown(reports));
        CPPUNIT_ASSERT(isLate(reports[0]) && !isLate(reports[1]) && !isLate(reports[2]));
        CPPUNIT_ASSERT(!reports[0].hint.empty());
    }

    void aHangingCheckHarmsNothing()
    {
        Hanging hanging;
        _section.check(hanging.check("a.hangs"));
        _section.check(named("a.fine"));
        _section.check(named("a.loop", CheckOn::loop));
        const std::string others = "a.fine ok (looked)\na.loop ok (looked)\n";
        const auto first = _room.look(_registry, 250ms);
        CPPUNIT_ASSERT_EQUAL(std::string{"a.hangs"} + kLate + others, shown(first));
        CPPUNIT_ASSERT(isLate(first[0]) && !first[0].hint.empty());
        // The next look knows it at once: its own limit has not passed.
        _room.loop.run([&] { _room.now += 1h; });
        for (int i = 0; i < 3; ++i)
        {
            const auto next = _room.look(_registry, 1h);
            CPPUNIT_ASSERT_EQUAL(std::string{"a.hangs"} + kHangs + others, shown(next));
            CPPUNIT_ASSERT(isLate(next[0]) && !next[0].hint.empty());
        }
        CPPUNIT_ASSERT_EQUAL(1, hanging.runs());
        hanging.release();
        _room.settle();
        CPPUNIT_ASSERT_EQUAL("a.hangs ok (free)\n" + others, shown(_room.look(_registry)));
        CPPUNIT_ASSERT_EQUAL(2, hanging.runs());
    }

    void looksShareARun()
    {
        Hanging hanging;
        _section.check(hanging.check("a.slow"));
        auto first = _room.start(_registry);
        auto second = _room.start(_registry);
        CPPUNIT_ASSERT_EQUAL(std::string{"a.slow"} + kLate, shown(_room.look(_registry, 1ms)));
        hanging.release();
        CPPUNIT_ASSERT_EQUAL(std::string{"a.slow ok (free)\n"}, shown(first.get()));
        CPPUNIT_ASSERT_EQUAL(std::string{"a.slow ok (free)\n"}, shown(second.get()));
        CPPUNIT_ASSERT_EQUAL(1, hanging.runs());
        _room.settle();
    }

    /// While another holds the loop up past the limit, the checks end: they were in time.
    void aBusyLoopBlamesNobody()
    {
        _section.check(named("a.fine"));
        std::future<CheckRoom::Reports> reports;
        _room.loop.run(
            [&]
            {
                reports = _room.start(_registry, 1ms);
                _room.workers.drain();
                std::this_thread::sleep_for(5ms);
            });
        CPPUNIT_ASSERT_EQUAL(std::string{"a.fine ok (looked)\n"}, shown(reports.get()));
    }

    void whatHangsMayBeWithdrawn()
    {
        Hanging hanging;
        std::promise<std::thread::id> destroyed;
        // What the plugin captured goes where the plugin lives.
        std::shared_ptr<void> captured{nullptr, [&](void*) { destroyed.set_value(std::this_thread::get_id()); }};
        Check check = hanging.check("a.hangs");
        check.run = [run = check.run, kept = std::move(captured)] { return run(); };
        _section.check(std::exchange(check, {}));
        auto waiting = _room.start(_registry);
        _room.loop.run([&] { _registry.withdraw("a"); });
        CPPUNIT_ASSERT(_room.look(_registry).empty());
        hanging.release();
        CPPUNIT_ASSERT_EQUAL(std::string{"a.hangs ok (free)\n"}, shown(waiting.get()));
        CPPUNIT_ASSERT(destroyed.get_future().get() == _room.loop.run([] { return std::this_thread::get_id(); }));
        _room.settle();
    }

    void withoutAThreadItWarns()
    {
        NoThreads none;
        _section.check(named("a.worker"));
        _section.check(named("a.loop", CheckOn::loop));
        std::string found;
        const CheckPlaces places{.loop = _room.loop, .workers = none};
        for (int i = 0; i < 2; ++i)
        {
            _room.loop.run([&] { checkUp(_registry.checks(), places, 1h, [&](const CheckRoom::Reports& all) { found = shown(all); }); });
            CPPUNIT_ASSERT_EQUAL(std::string{"a.worker warn (the check could not run: the system gives no thread)\na.loop ok (looked)\n"},
                                 found);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CheckupTest);

} // namespace venomx::kernel::tests
