// The text for monitoring systems, family by family.
#include <cppunit/extensions/HelperMacros.h>

#include "OpenMetrics.h"

namespace venomx::doctor::tests
{

class OpenMetricsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(OpenMetricsTest);
    CPPUNIT_TEST(nothingIsNothing);
    CPPUNIT_TEST(countersAndGauges);
    CPPUNIT_TEST(labelsAreQuoted);
    CPPUNIT_TEST(strangersNamesBreakNothing);
    CPPUNIT_TEST(histogramsAreCumulativeSeconds);
    CPPUNIT_TEST(theDaemonItself);
    CPPUNIT_TEST_SUITE_END();

public:
    void nothingIsNothing() { CPPUNIT_ASSERT_EQUAL(std::string{}, openMetrics({})); }

    void countersAndGauges()
    {
        Collected collected;
        collected.metrics = {{"unavailable.spawn", false, "reason", {{"not_found", 2}, {"other", 0}}},
                             {"spawn.started", false, "", {{"", 7}}},
                             {"panes.state", true, "state", {{"running", 1}}},
                             {"panes.bad", true, "state", {}}};
        CPPUNIT_ASSERT_EQUAL(std::string{"# HELP venomx_spawn_failures_total Since the daemon's start: unavailable.spawn\n"
                                         "# TYPE venomx_spawn_failures_total counter\n"
                                         "venomx_spawn_failures_total{reason=\"not_found\"} 2\n"
                                         "venomx_spawn_failures_total{reason=\"other\"} 0\n"
                                         "# HELP venomx_spawn_started_total Since the daemon's start: spawn.started\n"
                                         "# TYPE venomx_spawn_started_total counter\n"
                                         "venomx_spawn_started_total 7\n"
                                         "# HELP venomx_panes_state Now: panes.state\n"
                                         "# TYPE venomx_panes_state gauge\n"
                                         "venomx_panes_state{state=\"running\"} 1\n"},
                             openMetrics(collected));
    }

    void labelsAreQuoted()
    {
        Collected collected;
        collected.checks = {{"a\"b\\c\nd", HealthStatus::fail, "", "{}", ""}};
        CPPUNIT_ASSERT(openMetrics(collected).ends_with("venomx_check_status{check=\"a\\\"b\\\\c\\nd\"} 3\n"));
    }

    void strangersNamesBreakNothing()
    {
        Collected collected;
        collected.metrics = {{"odd.one\n", true, "2nd-label", {{"a", 1}}},
                             {"odd_one_", true, "", {{"", 2}}},
                             {"spawn.failures", false, "", {{"", 3}}},
                             {"unavailable.spawn", false, "", {{"", 4}}},
                             {"check.status", true, "", {{"", 5}}}};
        collected.histograms = {{"start.time", {}}};
        const std::string text = openMetrics(collected);
        const std::string metrics = "# HELP venomx_odd_one_ Now: odd.one\\n\n"
                                    "# TYPE venomx_odd_one_ gauge\n"
                                    "venomx_odd_one_{_2nd_label=\"a\"} 1\n"
                                    "# HELP venomx_odd_one__2 Now: odd_one_\n"
                                    "# TYPE venomx_odd_one__2 gauge\n"
                                    "venomx_odd_one__2 2\n"
                                    "# HELP venomx_spawn_failures_total Since the daemon's start: spawn.failures\n"
                                    "# TYPE venomx_spawn_failures_total counter\n"
                                    "venomx_spawn_failures_total 3\n"
                                    "# HELP venomx_spawn_failures_2_total Since the daemon's start: unavailable.spawn\n"
                                    "# TYPE venomx_spawn_failures_2_total counter\n"
                                    "venomx_spawn_failures_2_total 4\n"
                                    "# HELP venomx_check_status_2 Now: check.status\n"
                                    "# TYPE venomx_check_status_2 gauge\n"
                                    "venomx_check_status_2 5\n"
                                    "# HELP venomx_start_time_2_seconds Since the daemon's start: start.time\n";
        CPPUNIT_ASSERT_EQUAL(metrics, text.substr(0, metrics.size()));
    }

    void histogramsAreCumulativeSeconds()
    {
        Collected collected;
        HistogramReport took;
        took.counts[0] = 3;
        took.counts[2] = 2;
        took.counts[Histogram::kBounds.size()] = 1;
        took.sum = 12'345'678;
        collected.requests = {{"pane.split", {{"ok", 5}, {"denied", 1}}, took}};
        const std::string bucket = "venomx_request_duration_seconds_bucket{verb=\"pane.split\",le=";
        CPPUNIT_ASSERT_EQUAL("# HELP venomx_requests_total Requests answered since the daemon's start, by verb and outcome class\n"
                             "# TYPE venomx_requests_total counter\n"
                             "venomx_requests_total{verb=\"pane.split\",outcome=\"ok\"} 5\n"
                             "venomx_requests_total{verb=\"pane.split\",outcome=\"denied\"} 1\n"
                             "# HELP venomx_request_duration_seconds Time from a request's start to its answer, by verb\n"
                             "# TYPE venomx_request_duration_seconds histogram\n" +
                                 bucket + "\"0.0001\"} 3\n" + bucket + "\"0.00025\"} 3\n" + bucket + "\"0.0005\"} 5\n" + bucket +
                                 "\"0.001\"} 5\n" + bucket + "\"0.0025\"} 5\n" + bucket + "\"0.01\"} 5\n" + bucket + "\"0.05\"} 5\n" +
                                 bucket + "\"0.1\"} 5\n" + bucket + "\"0.5\"} 5\n" + bucket + "\"1\"} 5\n" + bucket + "\"10\"} 5\n" +
                                 bucket +
                                 "\"+Inf\"} 6\n"
                                 "venomx_request_duration_seconds_sum{verb=\"pane.split\"} 12.345678\n"
                                 "venomx_request_duration_seconds_count{verb=\"pane.split\"} 6\n",
                             openMetrics(collected));
        Collected named;
        named.histograms = {{"spawn.exec", took}};
        const std::string text = openMetrics(named);
        CPPUNIT_ASSERT(text.find("venomx_spawn_exec_seconds_bucket{le=\"0.0001\"} 3\n") != std::string::npos);
        CPPUNIT_ASSERT(text.ends_with("venomx_spawn_exec_seconds_sum 12.345678\nvenomx_spawn_exec_seconds_count 6\n"));
    }

    void theDaemonItself()
    {
        Collected collected;
        collected.daemon = DaemonReport{"0.1.0", "boot", std::chrono::system_clock::time_point{std::chrono::seconds{1'700'000'000}}, 1, {}};
        CPPUNIT_ASSERT_EQUAL(std::string{"# HELP venomx_build_info The daemon's version\n# TYPE venomx_build_info gauge\n"
                                         "venomx_build_info{version=\"0.1.0\"} 1\n"
                                         "# HELP venomx_start_time_seconds When the daemon started, in seconds since the epoch\n"
                                         "# TYPE venomx_start_time_seconds gauge\nvenomx_start_time_seconds 1700000000\n"},
                             openMetrics(collected));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OpenMetricsTest);

} // namespace venomx::doctor::tests
