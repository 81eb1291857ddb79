#include "Collected.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <venomx/sdk/json_writer.h>
#include <venomx/sdk/services/clock.h>

namespace venomx::doctor
{
namespace
{

void write(JsonWriter& json, const CheckReport& check)
{
    json.beginObject()
        .field("name", std::string_view{check.name})
        .field("status", toText(check.status))
        .field("summary", std::string_view{check.summary})
        .rawField("detail", check.detail);
    if (!check.hint.empty()) json.field("hint", std::string_view{check.hint});
    json.endObject();
}

void write(JsonWriter& json, const MetricReport& metric)
{
    json.key(metric.name);
    if (metric.label.empty())
    {
        json.value(metric.numbers.empty() ? std::uint64_t{0} : metric.numbers.front().second);
        return;
    }
    json.beginObject();
    for (const auto& [value, number] : metric.numbers) json.field(value, number);
    json.endObject();
}

void write(JsonWriter& json, const HistogramReport& histogram)
{
    const auto count = std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::uint64_t{0});
    json.beginObject().field("count", count).field("sum", histogram.sum).key("le").beginObject();
    for (std::size_t bucket = 0; bucket < Histogram::kBounds.size(); ++bucket)
        json.field(std::to_string(Histogram::kBounds[bucket]), histogram.counts[bucket]);
    json.field("inf", histogram.counts.back()).endObject().endObject();
}

void write(JsonWriter& json, const PluginReport& plugin)
{
    json.beginObject()
        .field("name", std::string_view{plugin.name})
        .field("version", std::string_view{plugin.version})
        .field("state", std::string_view{plugin.state});
    if (!plugin.reason.empty()) json.field("reason", std::string_view{plugin.reason});
    json.endObject();
}

} // namespace

Collected collect(const HealthReport& report, std::vector<CheckReport> checks, bool admin)
{
    Collected collected{std::move(checks), report.metrics(), report.histograms(), report.requests(), {}};
    if (admin) collected.daemon = report.daemon();
    return collected;
}

HealthStatus overall(const std::vector<CheckReport>& checks, bool strict)
{
    HealthStatus worst = HealthStatus::ok;
    for (const CheckReport& check : checks) worst = std::max(worst, check.status);
    return strict && worst == HealthStatus::warn ? HealthStatus::fail : worst;
}

std::string checksJson(const Collected& collected)
{
    std::string text;
    JsonWriter json(text);
    json.beginArray();
    for (const CheckReport& check : collected.checks) write(json, check);
    json.endArray();
    return text;
}

std::string countersJson(const Collected& collected)
{
    std::string text;
    JsonWriter json(text);
    json.beginObject();
    for (const MetricReport& metric : collected.metrics) write(json, metric);
    for (const NamedHistogram& named : collected.histograms)
    {
        json.key(named.name);
        write(json, named.histogram);
    }
    json.key("requests").beginObject();
    for (const RequestReport& request : collected.requests)
    {
        json.key(request.verb).beginObject();
        for (const auto& [outcome, number] : request.outcomes) json.field(outcome, number);
        json.endObject();
    }
    json.endObject().key("requests_us").beginObject();
    for (const RequestReport& request : collected.requests)
    {
        json.key(request.verb);
        write(json, request.took);
    }
    json.endObject().endObject();
    return text;
}

std::string daemonJson(const DaemonReport& daemon)
{
    std::string text;
    JsonWriter json(text);
    json.beginObject()
        .field("version", std::string_view{daemon.version})
        .field("boot", std::string_view{daemon.boot})
        .field("started", std::string_view{rfc3339(daemon.started)})
        .field("pid", static_cast<std::int64_t>(daemon.pid))
        .key("plugins")
        .beginArray();
    for (const PluginReport& plugin : daemon.plugins) write(json, plugin);
    json.endArray().endObject();
    return text;
}

} // namespace venomx::doctor
