#include <venomx/sdk/health.h>

#include <algorithm>

namespace venomx
{
inline namespace v1
{

std::string_view toText(HealthStatus status)
{
    switch (status)
    {
    case HealthStatus::ok:
        return "ok";
    case HealthStatus::info:
        return "info";
    case HealthStatus::warn:
        return "warn";
    case HealthStatus::fail:
        break;
    }
    return "fail";
}

Counter::Counter(std::string name, Literal label, std::initializer_list<Literal> values)
    : _name(std::move(name)), _label(label), _values(values), _counts(std::max<std::size_t>(1, _values.size()))
{
}

void Counter::add(std::string_view value, std::uint64_t by) noexcept
{
    std::size_t index = 0;
    while (index + 1 < _counts.size() && _values[index].view() != value) ++index;
    _counts[index].fetch_add(by, std::memory_order_relaxed);
}

void Counter::add(std::uint64_t by) noexcept
{
    _counts.front().fetch_add(by, std::memory_order_relaxed);
}

std::uint64_t Counter::read(std::size_t index) const
{
    return index < _counts.size() ? _counts[index].load(std::memory_order_relaxed) : 0;
}

Health::~Health() = default;

void Health::gauge(Gauge) {}

void Health::histogram(std::string, const Histogram&) {}

} // namespace v1
} // namespace venomx
