// Registering, naming, running and withdrawing of checks and numbers.
#include <cppunit/extensions/HelperMacros.h>
#include <stdexcept>

#include "kernel/health/HealthRegistry.h"
#include "kernel/health/RequestStats.h"

namespace venomx::kernel::tests
{
namespace
{

Check named(const char* name, HealthStatus status = HealthStatus::ok)
{
    return {name, [status] { return CheckResult{.status = status, .summary = "looked"}; }};
}

std::string shown(const std::vector<CheckReport>& reports)
{
    std::string all;
    for (const CheckReport& report : reports) all += report.name + ' ' + std::string{toText(report.status)} + " (" + report.summary + ")\n";
    return all;
}

std::string shown(const std::vector<MetricReport>& reports)
{
    std::string all;
    for (const MetricReport& report : reports)
    {
        all += report.name + (report.gauge ? " gauge" : "") + (report.label.empty() ? "" : " by " + report.label) + ':';
        for (const auto& [value, number] : report.numbers) all += ' ' + value + '=' + std::to_string(number);
        all += '\n';
    }
    return all;
}

} // namespace

class HealthRegistryTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(HealthRegistryTest);
    CPPUNIT_TEST(checksAreNamedForTheirPlugin);
    CPPUNIT_TEST(aThrowingCheckFails);
    CPPUNIT_TEST(aSlowCheckWarns);
    CPPUNIT_TEST(numbersAreRead);
    CPPUNIT_TEST(withdrawTakesAllOfIt);
    CPPUNIT_TEST(countersCount);
    CPPUNIT_TEST(histogramsSort);
    CPPUNIT_TEST(requestsAreCountedByClass);
    CPPUNIT_TEST_SUITE_END();

    std::chrono::steady_clock::time_point _now{};
    HealthRegistry _registry{[this] { return _now; }};

public:
    void checksAreNamedForTheirPlugin()
    {
        Health& spawn = _registry.section("spawn");
        CPPUNIT_ASSERT(&spawn == &_registry.section("spawn"));
        spawn.check(named("spawn.path", HealthStatus::warn));
        spawn.check(named("room"));
        _registry.section("pane").check(named("panes.exited", HealthStatus::info));
        _registry.section("other").check(named("spawn.path"));
        _registry.section("other").check(named("spawn.path"));
        CPPUNIT_ASSERT_EQUAL(std::string{"spawn.path warn (looked)\nspawn.room ok (looked)\npanes.exited info (looked)\n"
                                         "other.spawn.path ok (looked)\nother.spawn.path_2 ok (looked)\n"},
                             shown(_registry.check(std::chrono::seconds{1})));
    }

    void aThrowingCheckFails()
    {
        Health& section = _registry.section("bad");
        section.check({"bad.throws", []() -> CheckResult { throw std::runtime_error("/secret/path"); }});
        section.check({"bad.throws_anything", []() -> CheckResult { throw 1; }});
        section.check({"bad.detail", [] { return CheckResult{.summary = "looked", .detail = "[1"}; }});
        section.check(named("bad.fine"));
        const auto reports = _registry.check(std::chrono::seconds{1});
        CPPUNIT_ASSERT_EQUAL(std::string{"bad.throws fail (the check itself failed)\nbad.throws_anything fail (the check itself failed)\n"
                                         "bad.detail fail (the check itself failed)\nbad.fine ok (looked)\n"},
                             shown(reports));
    }

    void aSlowCheckWarns()
    {
        Health& section = _registry.section("slow");
        section.check({"slow.much", [this]
                       {
                           _now += std::chrono::milliseconds{1'001};
                           return CheckResult{.summary = "done"};
                       }});
        section.check({"slow.just", [this]
                       {
                           _now += std::chrono::milliseconds{1'000};
                           return CheckResult{.summary = "done"};
                       }});
        CPPUNIT_ASSERT_EQUAL(std::string{"slow.much warn (the check took longer than doctor.timeout_ms)\nslow.just ok (done)\n"},
                             shown(_registry.check(std::chrono::seconds{1})));
    }

    void numbersAreRead()
    {
        const Counter plain("spawn.started", {}, {});
        Counter labelled("unavailable.spawn", "reason", {"not_found", "other"});
        labelled.add("other", 3);
        Health& section = _registry.section("spawn");
        section.counter(plain);
        section.counter(labelled);
        section.gauge({"panes.state", "state", {"running", "exited"}, [](std::size_t index) { return index + 7; }});
        section.gauge({"panes.bad", {}, {}, [](std::size_t) -> std::uint64_t { throw std::runtime_error("no"); }});
        _registry.section("other").counter(plain);
        const Counter taken("requests", {}, {});
        _registry.section("other").counter(taken);
        CPPUNIT_ASSERT_EQUAL(
            std::string{"spawn.started: =0\nunavailable.spawn by reason: not_found=0 other=3\n"
                        "panes.state gauge by state: running=7 exited=8\npanes.bad gauge:\nother.spawn.started: =0\nother.requests: =0\n"},
            shown(_registry.metrics()));
    }

    void withdrawTakesAllOfIt()
    {
        const Counter counter("c", {}, {});
        const Histogram histogram;
        Health& section = _registry.section("spawn");
        section.check(named("spawn.path"));
        section.counter(counter);
        section.gauge({"g", {}, {}, [](std::size_t) { return std::uint64_t{1}; }});
        section.histogram("h", histogram);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, _registry.histograms().size());
        _registry.withdraw("spawn");
        _registry.withdraw("spawn");
        CPPUNIT_ASSERT(_registry.check(std::chrono::seconds{1}).empty());
        CPPUNIT_ASSERT(_registry.metrics().empty());
        CPPUNIT_ASSERT(_registry.histograms().empty());
        _registry.section("spawn").check(named("spawn.path"));
        CPPUNIT_ASSERT_EQUAL(std::string{"spawn.path ok (looked)\n"}, shown(_registry.check(std::chrono::seconds{1})));
    }

    void countersCount()
    {
        Counter counter("c", "reason", {"a", "b"});
        counter.add("a");
        counter.add("b", 2);
        counter.add("unknown", 4);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1}, counter.read(0));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{6}, counter.read(1));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, counter.read(2));
        Counter single("s", {}, {});
        single.add(5);
        single.add();
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{6}, single.read());
    }

    void histogramsSort()
    {
        Histogram histogram;
        for (const int microseconds : {-5, 0, 100, 101, 10'000'000, 10'000'001}) histogram.record(std::chrono::microseconds{microseconds});
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{3}, histogram.count(0));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1}, histogram.count(1));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1}, histogram.count(Histogram::kBounds.size() - 1));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1}, histogram.count(Histogram::kBounds.size()));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{20'000'202}, histogram.sum());
    }

    void requestsAreCountedByClass()
    {
        constexpr VerbSpec kSpec{.name = "pane.split", .summary = "Split"};
        RequestStats stats;
        const auto record = [&](std::string_view code, const VerbSpec* spec) {
            stats.record({"whatever", code, spec, PrincipalId::owner(), 1, std::chrono::microseconds{50}, {}});
        };
        for (const std::string_view code : {"ok", "ok", "denied.spawn", "denied.delegation", "not_found.pane", "strange"})
            record(code, &kSpec);
        record("not_found.verb", nullptr);
        const auto reports = stats.reports();
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, reports.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"pane.split"}, reports[0].verb);
        const std::vector<std::pair<std::string, std::uint64_t>> expected{{"ok", 2}, {"denied", 2}, {"not_found", 1}, {"internal", 1}};
        CPPUNIT_ASSERT(reports[0].outcomes == expected);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{6}, reports[0].took.counts[0]);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{300}, reports[0].took.sum);
        CPPUNIT_ASSERT_EQUAL(std::string{"unknown"}, reports[1].verb);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1}, stats.denials().read(2)); // spawn; delegation is no right
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, stats.denials().read(3));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(HealthRegistryTest);

} // namespace venomx::kernel::tests
