// The verb: what it answers to whom, and which status.
#include <cppunit/extensions/HelperMacros.h>
#include <venomx/sdk/testing.h>
#include <venomx/sdk/verb_checks.h>

#include "doctor.h"

namespace venomx::doctor::tests
{

using namespace venomx::testing;

class DoctorTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(DoctorTest);
    CPPUNIT_TEST(adminsSeeAll);
    CPPUNIT_TEST(readersSeeChecksAndCounters);
    CPPUNIT_TEST(othersAreDenied);
    CPPUNIT_TEST(theWorstCheckDecides);
    CPPUNIT_TEST(prometheusIsText);
    CPPUNIT_TEST(checksAreAskedWithinTheLimit);
    CPPUNIT_TEST(theAnswerComesWithTheChecks);
    CPPUNIT_TEST(aCancelEndsItAtOnce);
    CPPUNIT_TEST(aStopRefusesWhoWaits);
    CPPUNIT_TEST_SUITE_END();

    FakeHealthReport _report;
    Looks _looks;

    void start(FakeCall& fake)
    {
        Call call = fake.take();
        call.guard([&] { runDoctor(call, _looks, _report, std::chrono::milliseconds{77}); });
        CPPUNIT_ASSERT_EQUAL(0, fake.escapes());
    }

    std::string ask(std::string_view params, std::vector<Right> rights = {Right::admin, Right::read})
    {
        FakeCall fake(doctorSpec(), params);
        fake.setMay([rights](Right right, std::optional<ResourceId> on)
                    { return !on && std::find(rights.begin(), rights.end(), right) != rights.end(); });
        start(fake);
        CPPUNIT_ASSERT(fake.gone());
        return fake.answer().str();
    }

public:
    void adminsSeeAll()
    {
        _report.checks = {{"spawn.path", HealthStatus::warn, "no PATH", R"({"present":false})", "set PATH"},
                          {"kernel.loop", HealthStatus::ok, "fine", "{}", ""}};
        _report.numbers = {{"invalid_params.env", false, "reason", {{"syntax", 0}, {"size", 2}}},
                           {"not_found.cwd", false, "", {{"", 3}}},
                           {"panes.bad", true, "", {}}};
        HistogramReport took;
        took.counts[0] = 3;
        took.counts[Histogram::kBounds.size()] = 1;
        took.sum = 12'000'300;
        _report.named = {{"spawn.took", took}};
        _report.verbs = {{"pane.split", {{"ok", 3}, {"denied", 1}}, took}};
        const std::string histogram =
            R"({"count":4,"sum":12000300,"le":{"100":3,"250":0,"500":0,"1000":0,"2500":0,"10000":0,"50000":0,"100000":0,"500000":0,)"
            R"("1000000":0,"10000000":0,"inf":1}})";
        const std::string expected =
            R"(ok {"status":"warn","checks":[{"name":"spawn.path","status":"warn","summary":"no PATH","detail":{"present":false},"hint":"set PATH"},)"
            R"({"name":"kernel.loop","status":"ok","summary":"fine","detail":{}}],)"
            R"("counters":{"invalid_params.env":{"syntax":0,"size":2},"not_found.cwd":3,"panes.bad":0,"spawn.took":)" +
            histogram + R"(,"requests":{"pane.split":{"ok":3,"denied":1}},"requests_us":{"pane.split":)" + histogram +
            R"(}},"daemon":{"version":"0.1.0","boot":"0123456789abcdef","started":"2026-11-30T14:05:11.042Z","pid":42,)"
            R"("plugins":[{"name":"spawn","version":"0.1.0","state":"started"},{"name":"pane","version":"","state":"refused","reason":"abi"}]}})";
        CPPUNIT_ASSERT_EQUAL(expected, ask("{}"));
    }

    void readersSeeChecksAndCounters()
    {
        const std::string expected = R"(ok {"status":"ok","checks":[],"counters":{"requests":{},"requests_us":{}}})";
        CPPUNIT_ASSERT_EQUAL(expected, ask("{}", {Right::read}));
        CPPUNIT_ASSERT(ask("{}", {Right::admin}).find(R"("daemon":{)") != std::string::npos);
    }

    void othersAreDenied()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{R"(refused denied.read {"right":"read"})"}, ask("{}", {Right::write, Right::spawn}));
    }

    void theWorstCheckDecides()
    {
        const auto status = [&](std::string_view params)
        {
            const std::string answer = ask(params);
            const std::size_t start = answer.find(R"("status":")") + 10;
            return answer.substr(start, answer.find('"', start) - start);
        };
        const auto checks = [&](std::vector<HealthStatus> found)
        {
            _report.checks.clear();
            for (const HealthStatus one : found) _report.checks.push_back({"a.b", one, "s", "{}", ""});
        };
        checks({HealthStatus::ok, HealthStatus::info, HealthStatus::ok});
        CPPUNIT_ASSERT_EQUAL(std::string{"info"}, status("{}"));
        CPPUNIT_ASSERT_EQUAL(std::string{"info"}, status(R"({"strict":true})"));
        checks({HealthStatus::warn, HealthStatus::info});
        CPPUNIT_ASSERT_EQUAL(std::string{"warn"}, status("{}"));
        CPPUNIT_ASSERT_EQUAL(std::string{"fail"}, status(R"({"strict":true})"));
        checks({HealthStatus::fail, HealthStatus::warn});
        CPPUNIT_ASSERT_EQUAL(std::string{"fail"}, status("{}"));
        // The manifest maps it to an exit status.
        CPPUNIT_ASSERT_EQUAL(std::string_view{"status"}, doctorSpec().exit.field);
        CPPUNIT_ASSERT_EQUAL(std::string_view{"fail"}, doctorSpec().exit.statuses[0].value);
        CPPUNIT_ASSERT_EQUAL(1, doctorSpec().exit.statuses[0].status);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, doctorSpec().exit.statuses.size());
    }

    void prometheusIsText()
    {
        _report.checks = {{"kernel.loop", HealthStatus::ok, "fine", "{}", ""}};
        const std::string expected =
            R"(ok {"status":"ok","text":"# HELP venomx_check_status Result of each check: 0 ok, 1 info, 2 warn, 3 fail\n)"
            R"(# TYPE venomx_check_status gauge\nvenomx_check_status{check=\"kernel.loop\"} 0\n"})";
        CPPUNIT_ASSERT_EQUAL(expected, ask(R"({"format":"prometheus"})", {Right::read}));
    }

    void checksAreAskedWithinTheLimit()
    {
        static_cast<void>(ask("{}"));
        CPPUNIT_ASSERT(_report.asked == std::chrono::milliseconds{77});
    }

    void theAnswerComesWithTheChecks()
    {
        _report.held = true;
        FakeCall first(doctorSpec());
        FakeCall second(doctorSpec(), R"({"format":"prometheus"})");
        start(first);
        start(second);
        CPPUNIT_ASSERT_EQUAL(std::string{"pending"}, first.answer().str());
        _report.checks = {{"a.b", HealthStatus::warn, "late", "{}", "wait"}};
        _report.release();
        CPPUNIT_ASSERT(first.answer().str().starts_with(R"(ok {"status":"warn","checks":[{"name":"a.b",)"));
        CPPUNIT_ASSERT(second.answer().str().starts_with(R"(ok {"status":"warn","text":"# HELP venomx_check_status)"));
        CPPUNIT_ASSERT(first.gone() && second.gone());
    }

    void aCancelEndsItAtOnce()
    {
        _report.held = true;
        FakeCall fake(doctorSpec());
        FakeCall other(doctorSpec());
        start(fake);
        start(other);
        fake.cancel();
        CPPUNIT_ASSERT_EQUAL(std::string{"refused unavailable.cancelled {}"}, fake.answer().str());
        CPPUNIT_ASSERT(fake.gone());
        CPPUNIT_ASSERT_EQUAL(std::string{"pending"}, other.answer().str());
        _report.release();
        CPPUNIT_ASSERT_EQUAL(0, fake.extraAnswers());
        CPPUNIT_ASSERT(other.answer().str().starts_with("ok "));

        FakeCall before(doctorSpec());
        before.cancel();
        start(before);
        CPPUNIT_ASSERT_EQUAL(std::string{"refused unavailable.cancelled {}"}, before.answer().str());
        CPPUNIT_ASSERT(before.gone());
    }

    void aStopRefusesWhoWaits()
    {
        _report.held = true;
        FakeCall fake(doctorSpec());
        start(fake);
        _looks.close();
        CPPUNIT_ASSERT_EQUAL(std::string{"refused unavailable.shutdown {}"}, fake.answer().str());
        CPPUNIT_ASSERT(fake.gone());
        _report.release();
        CPPUNIT_ASSERT_EQUAL(0, fake.extraAnswers());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DoctorTest);

} // namespace venomx::doctor::tests
