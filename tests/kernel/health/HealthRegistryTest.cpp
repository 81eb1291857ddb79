// Registering, naming and withdrawing of checks and numbers.
#include <cppunit/extensions/HelperMacros.h>
#include <stdexcept>

#include "kernel/health/HealthRegistry.h"
#include "kernel/health/RequestStats.h"

namespace venomx::kernel::tests
{
namespace
{

Check named(const char* name)
{
    return {name, [] { return CheckResult{.summary = "looked"}; }};
}

std::string names(const HealthRegistry& registry)
{
    std::string all;
    for (const auto& check : registry.checks()) all += check->name() + '\n';
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
    CPPUNIT_TEST(numbersAreRead);
    CPPUNIT_TEST(withdrawTakesAllOfIt);
    CPPUNIT_TEST(countersCount);
    CPPUNIT_TEST(histogramsSort);
    CPPUNIT_TEST(requestsAreCountedByClass);
    CPPUNIT_TEST_SUITE_END();

    HealthRegistry _registry;

public:
    void checksAreNamedForTheirPlugin()
    {
        Health& spawn = _registry.section("spawn");
        CPPUNIT_ASSERT(&spawn == &_registry.section("spawn"));
        spawn.check(named("spawn.path"));
        spawn.check(named("room"));
        _registry.section("pane").check(named("panes.exited"));
        _registry.section("other").check(named("spawn.path"));
        _registry.section("other").check(named("spawn.path"));
        _registry.section("spa").check(named("spawn.paths"));
        CPPUNIT_ASSERT_EQUAL(std::string{"spawn.path\nspawn.room\npanes.exited\nother.spawn.path\nother.spawn.path_2\nspa.spawn.paths\n"},
                             names(_registry));
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
        CPPUNIT_ASSERT(_registry.checks().empty());
        CPPUNIT_ASSERT(_registry.metrics().empty());
        CPPUNIT_ASSERT(_registry.histograms().empty());
        _registry.section("spawn").check(named("spawn.path"));
        CPPUNIT_ASSERT_EQUAL(std::string{"spawn.path\n"}, names(_registry));
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
