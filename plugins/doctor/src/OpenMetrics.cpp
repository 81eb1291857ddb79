#include "OpenMetrics.h"

#include <array>
#include <charconv>
#include <set>

namespace venomx::doctor
{
namespace
{

/// Families that monitoring knows by another name than their codes.
constexpr std::pair<std::string_view, std::string_view> kNames[] = {
    {"unavailable.spawn", "spawn_failures"},
};

constexpr const char* kCheckStatus = "venomx_check_status";
constexpr const char* kRequests = "venomx_requests_total";
constexpr const char* kRequestDuration = "venomx_request_duration_seconds";
constexpr const char* kBuildInfo = "venomx_build_info";
constexpr const char* kStartTime = "venomx_start_time_seconds";

/// Whatever a plugin calls it, a word that the format allows.
std::string plainWord(std::string_view name)
{
    std::string text;
    for (const char c : name)
    {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        text.push_back(plain ? c : '_');
    }
    return text;
}

std::string familyName(std::string_view name)
{
    for (const auto& [code, family] : kNames)
        if (name == code) name = family;
    return "venomx_" + plainWord(name);
}

std::string labelName(std::string_view name)
{
    const bool digit = name.front() >= '0' && name.front() <= '9';
    return (digit ? "_" : "") + plainWord(name);
}

std::string escaped(std::string_view value)
{
    std::string text;
    for (const char c : value)
    {
        if (c == '\\') text.push_back('\\');
        if (c == '\n')
            text += "\\n";
        else
            text.push_back(c);
    }
    return text;
}

std::string quoted(std::string_view value)
{
    std::string text = "\"";
    for (const char c : escaped(value))
    {
        if (c == '"') text.push_back('\\');
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
    /// A family's name: a reader takes no two families of one name, and names of plugins may differ in what the format cannot tell.
    [[nodiscard]] std::string claim(const std::string& stem, const char* suffix)
    {
        std::string name = stem + suffix;
        for (int number = 2; !_families.insert(name).second; ++number) name = stem + '_' + std::to_string(number) + suffix;
        return name;
    }
    void family(const std::string& name, std::string_view type, std::string_view help)
    {
        _text.append("# HELP ").append(name).append(" ").append(escaped(help)).append("\n");
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
    std::set<std::string> _families{kCheckStatus, kRequests, kRequestDuration, kBuildInfo, kStartTime};
};

void add(Exposition& text, const MetricReport& metric)
{
    if (metric.numbers.empty()) return;
    const std::string name = text.claim(familyName(metric.name), metric.gauge ? "" : "_total");
    const std::string help = metric.gauge ? "Now: " + metric.name : "Since the daemon's start: " + metric.name;
    text.family(name, metric.gauge ? "gauge" : "counter", help);
    for (const auto& [value, number] : metric.numbers)
        text.sample(name, metric.label.empty() ? "" : labelName(metric.label) + '=' + quoted(value), std::to_string(number));
}

void add(Exposition& text, const std::vector<RequestReport>& requests)
{
    if (requests.empty()) return;
    const std::string count = kRequests;
    text.family(count, "counter", "Requests answered since the daemon's start, by verb and outcome class");
    for (const RequestReport& request : requests)
        for (const auto& [outcome, number] : request.outcomes)
            text.sample(count, "verb=" + quoted(request.verb) + ",outcome=" + quoted(outcome), std::to_string(number));
    const std::string took = kRequestDuration;
    text.family(took, "histogram", "Time from a request's start to its answer, by verb");
    for (const RequestReport& request : requests) text.histogram(took, "verb=" + quoted(request.verb), request.took);
}

void add(Exposition& text, const std::vector<CheckReport>& checks)
{
    const std::string name = kCheckStatus;
    text.family(name, "gauge", "Result of each check: 0 ok, 1 info, 2 warn, 3 fail");
    for (const CheckReport& check : checks)
        text.sample(name, "check=" + quoted(check.name), std::to_string(static_cast<int>(check.status)));
}

void add(Exposition& text, const DaemonReport& daemon)
{
    text.family(kBuildInfo, "gauge", "The daemon's version");
    text.sample(kBuildInfo, "version=" + quoted(daemon.version), "1");
    text.family(kStartTime, "gauge", "When the daemon started, in seconds since the epoch");
    const auto since = std::chrono::duration_cast<std::chrono::seconds>(daemon.started.time_since_epoch()).count();
    text.sample(kStartTime, "", std::to_string(since));
}

} // namespace

std::string openMetrics(const Collected& collected)
{
    Exposition text;
    if (!collected.checks.empty()) add(text, collected.checks);
    for (const MetricReport& metric : collected.metrics) add(text, metric);
    for (const NamedHistogram& named : collected.histograms)
    {
        const std::string name = text.claim(familyName(named.name), "_seconds");
        text.family(name, "histogram", "Since the daemon's start: " + named.name);
        text.histogram(name, "", named.histogram);
    }
    add(text, collected.requests);
    if (collected.daemon) add(text, *collected.daemon);
    return std::move(text).take();
}

} // namespace venomx::doctor
