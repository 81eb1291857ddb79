#include "kernel/health/HealthRegistry.h"

#include <algorithm>

namespace venomx::kernel
{

class HealthRegistry::Section final : public Health
{
public:
    Section(HealthRegistry& registry, std::string_view plugin) : _registry(registry), _plugin(plugin) {}

    void check(Check check) override
    {
        check.name = _registry.claim(_plugin, check.name, true);
        _checks.push_back(std::make_shared<StandingCheck>(std::move(check)));
    }
    void counter(const Counter& counter) override
    {
        _counters.push_back({_registry.claim(_plugin, std::string{counter.name()}, false), &counter});
    }
    void gauge(Gauge gauge) override
    {
        gauge.name = _registry.claim(_plugin, gauge.name, false);
        _gauges.push_back(std::move(gauge));
    }
    void histogram(std::string name, const Histogram& histogram) override
    {
        _histograms.push_back({_registry.claim(_plugin, name, false), &histogram});
    }

    [[nodiscard]] std::string_view plugin() const { return _plugin; }
    void addMetrics(std::vector<MetricReport>& all) const;

    template <class T>
    struct Named
    {
        std::string name;
        const T* thing;
    };
    std::vector<std::shared_ptr<StandingCheck>> _checks;
    std::vector<Named<Counter>> _counters;
    std::vector<Gauge> _gauges;
    std::vector<Named<Histogram>> _histograms;

private:
    HealthRegistry& _registry;
    std::string _plugin;
};

namespace
{

/// The numbers of a family, by label value; a single one without a name when it has no label.
template <class Read>
std::vector<std::pair<std::string, std::uint64_t>> numbers(const std::vector<Literal>& values, const Read& read)
{
    std::vector<std::pair<std::string, std::uint64_t>> all;
    if (values.empty()) all.emplace_back(std::string{}, read(0));
    for (std::size_t i = 0; i < values.size(); ++i) all.emplace_back(std::string{values[i].view()}, read(i));
    return all;
}

} // namespace

void HealthRegistry::Section::addMetrics(std::vector<MetricReport>& all) const
{
    for (const auto& [name, counter] : _counters)
    {
        const auto read = [&counted = *counter](std::size_t index) { return counted.read(index); };
        all.push_back({name, false, std::string{counter->label().view()}, numbers(counter->values(), read)});
    }
    for (const Gauge& gauge : _gauges)
    {
        try
        {
            all.push_back({gauge.name, true, std::string{gauge.label.view()}, numbers(gauge.values, gauge.read)});
        }
        catch (...)
        {
            all.push_back({gauge.name, true, std::string{gauge.label.view()}, {}});
        }
    }
}

// The first names are those under which the service health/1 tells its own numbers.
HealthRegistry::HealthRegistry() : _names{"requests", "requests_us", "denials", "plugins.state", "plugins.faults"} {}

HealthRegistry::~HealthRegistry() = default;

Health& HealthRegistry::section(std::string_view plugin)
{
    for (const auto& known : _sections)
        if (known->plugin() == plugin) return *known;
    _sections.push_back(std::make_unique<Section>(*this, plugin));
    return *_sections.back();
}

void HealthRegistry::withdraw(std::string_view plugin)
{
    const auto found = std::find_if(_sections.begin(), _sections.end(), [&](const auto& known) { return known->plugin() == plugin; });
    if (found == _sections.end()) return;
    for (const auto& check : (*found)->_checks) release(check->name());
    for (const auto& counter : (*found)->_counters) release(counter.name);
    for (const Gauge& gauge : (*found)->_gauges) release(gauge.name);
    for (const auto& histogram : (*found)->_histograms) release(histogram.name);
    _sections.erase(found);
}

namespace
{

/// `spawn.path` of plugin spawn, `panes.strays` of plugin pane.
bool beginsWith(std::string_view name, std::string_view plugin)
{
    if (!name.starts_with(plugin)) return false;
    const std::string_view rest = name.substr(plugin.size());
    return rest.starts_with('.') || rest.starts_with("s.");
}

} // namespace

std::string HealthRegistry::claim(std::string_view plugin, const std::string& name, bool prefixed)
{
    std::string claimed = name;
    if ((prefixed && !beginsWith(name, plugin)) || _names.contains(name)) claimed = std::string{plugin} + '.' + name;
    const std::string base = claimed;
    for (int number = 2; _names.contains(claimed); ++number) claimed = base + '_' + std::to_string(number);
    _names.insert(claimed);
    return claimed;
}

std::vector<std::shared_ptr<StandingCheck>> HealthRegistry::checks() const
{
    std::vector<std::shared_ptr<StandingCheck>> all;
    for (const auto& section : _sections) all.insert(all.end(), section->_checks.begin(), section->_checks.end());
    return all;
}

std::vector<MetricReport> HealthRegistry::metrics() const
{
    std::vector<MetricReport> all;
    for (const auto& section : _sections) section->addMetrics(all);
    return all;
}

std::vector<NamedHistogram> HealthRegistry::histograms() const
{
    std::vector<NamedHistogram> all;
    for (const auto& section : _sections)
        for (const auto& [name, histogram] : section->_histograms) all.push_back({name, report(*histogram)});
    return all;
}

HistogramReport report(const Histogram& histogram)
{
    HistogramReport copy;
    for (std::size_t bucket = 0; bucket < Histogram::kBuckets; ++bucket) copy.counts[bucket] = histogram.count(bucket);
    copy.sum = histogram.sum();
    return copy;
}

} // namespace venomx::kernel
