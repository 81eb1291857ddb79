#include "OpenMetrics.h"

#include <array>
#include <charconv>

namespace venomx::doctor
{
namespace
{

/// Families that monitoring knows by another name than their codes.
constexpr std::pair<std::string_view, std::string_view> kNames[] = {
    {"unavailable.spawn", "spawn_failures"},
};

std::string familyName(std::string_view name)
{
    for (const auto& [code, family] : kNames)
        if (name == code) name = family;
    std::string text = "venomx_";
    for (const char c : name)
    {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        text.push_back(plain ? c : '_');
    }
    return text;
}

std::string quoted(std::string_view value)
{
    std::string text = "\"";
    for (const char c : value)
    {
        if (c == '\\' || c == '"') text.push_back('\\');
        if (c == '\n')
            text += "\\n";
        else
            text.push_back(c);
    }
    return text + '"';
}

std::string seconds(std::uint64_t microseconds)
{
    std::array<char, 40> text{};
    const auto [end, error] =
        std::to_chars(text.data(), text.data() + text.size(), static_cast<double>(microseconds) / 1e6, std::chars_format::fixed);
    static_cast<void>(error);
    return {text.data(), end};
}

class Exposition
{
public:
    void family(const std::string& name, std::string_view type, std::string_view help)
    {
        _text.append("# HELP ").append(name).append(" ").append(help).append("\n");
        _text.append("# TYPE ").append(name).append(" ").append(type).append("\n");
    }
    /// `labels` without braces, or empty.
    void sample(const std::string& name, const std::string& labels, const std::string& value)
    {
        _text.append(name);
        if (!labels.empty()) _text.append("{").append(labels).append("}");
        _text.append(" ").append(value).append("\n");
    }
    /// Cumulative buckets, sum and count.
    void histogram(const std::string& name, const std::string& labels, const HistogramReport& histogram)
    {
        const std::string before = labels.empty() ? "" : labels + ',';
        std::uint64_t below = 0;
        for (std::size_t bucket = 0; bucket < Histogram::kBuckets; ++bucket)
        {
            below += histogram.counts[bucket];
            const bool last = bucket == Histogram::kBounds.size();
            const std::string bound = last ? "+Inf" : seconds(Histogram::kBounds[bucket]);
            sample(name + "_bucket", before + "le=" + quoted(bound), std::to_string(below));
        }
        sample(name + "_sum", labels, seconds(histogram.sum));
        sample(name + "_count", labels, std::to_string(below));
    }
    [[nodiscard]] std::string take() && { return std::move(_text); }

private:
    std::string _text;
};

void add(Exposition& text, const MetricReport& metric)
{
    if (metric.numbers.empty()) return;
    const std::string name = familyName(metric.name) + (metric.gauge ? "" : "_total");
    const std::string help = metric.gauge ? "Now: " + metric.name : "Since the daemon's start: " + metric.name;
    text.family(name, metric.gauge ? "gauge" : "counter", help);
    for (const auto& [value, number] : metric.numbers)
        text.sample(name, metric.label.empty() ? "" : metric.label + '=' + quoted(value), std::to_string(number));
}

void add(Exposition& text, const std::vector<RequestReport>& requests)
{
    if (requests.empty()) return;
    const std::string count = "venomx_requests_total";
    text.family(count, "counter", "Requests answered since the daemon's start, by verb and outcome class");
    for (const RequestReport& request : requests)
        for (const auto& [outcome, number] : request.outcomes)
            text.sample(count, "verb=" + quoted(request.verb) + ",outcome=" + quoted(outcome), std::to_string(number));
    const std::string took = "venomx_request_duration_seconds";
    text.family(took, "histogram", "Time from a request's start to its answer, by verb");
    for (const RequestReport& request : requests) text.histogram(took, "verb=" + quoted(request.verb), request.took);
}

void add(Exposition& text, const std::vector<CheckReport>& checks)
{
    const std::string name = "venomx_check_status";
    text.family(name, "gauge", "Result of each check: 0 ok, 1 info, 2 warn, 3 fail");
    for (const CheckReport& check : checks)
        text.sample(name, "check=" + quoted(check.name), std::to_string(static_cast<int>(check.status)));
}

void add(Exposition& text, const DaemonReport& daemon)
{
    text.family("venomx_build_info", "gauge", "The daemon's version");
    text.sample("venomx_build_info", "version=" + quoted(daemon.version), "1");
    text.family("venomx_start_time_seconds", "gauge", "When the daemon started, in seconds since the epoch");
    const auto since = std::chrono::duration_cast<std::chrono::seconds>(daemon.started.time_since_epoch()).count();
    text.sample("venomx_start_time_seconds", "", std::to_string(since));
}

} // namespace

std::string openMetrics(const Collected& collected)
{
    Exposition text;
    if (!collected.checks.empty()) add(text, collected.checks);
    for (const MetricReport& metric : collected.metrics) add(text, metric);
    for (const NamedHistogram& named : collected.histograms)
    {
        const std::string name = familyName(named.name) + "_seconds";
        text.family(name, "histogram", "Since the daemon's start: " + named.name);
        text.histogram(name, "", named.histogram);
    }
    add(text, collected.requests);
    if (collected.daemon) add(text, *collected.daemon);
    return std::move(text).take();
}

} // namespace venomx::doctor
