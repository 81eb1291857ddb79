#include "kernel/health/RequestStats.h"

#include <algorithm>

#include "kernel/health/HealthRegistry.h"

namespace venomx::kernel
{
namespace
{

constexpr std::array<std::string_view, 8> kClasses{"ok",       "denied",      "invalid_params", "not_found",
                                                   "conflict", "unavailable", "internal",       "protocol"};

std::size_t classOf(std::string_view code)
{
    const std::string_view word = code.substr(0, code.find('.'));
    const auto found = std::find(kClasses.begin(), kClasses.end(), word);
    return found == kClasses.end() ? 6 : static_cast<std::size_t>(found - kClasses.begin());
}

} // namespace

struct RequestStats::Entry
{
    std::array<std::uint64_t, kClasses.size()> outcomes{};
    Histogram took;
};

RequestStats::RequestStats() : _denials("denials", "right", {"read", "write", "spawn", "admin"}) {}
RequestStats::~RequestStats() = default;

void RequestStats::record(const GateHooks::Outcome& outcome)
{
    auto& entry = _entries[outcome.spec];
    if (!entry) entry = std::make_unique<Entry>();
    ++entry->outcomes[classOf(outcome.code)];
    entry->took.record(outcome.took);
    if (!outcome.code.starts_with("denied.")) return;
    const std::string_view right = outcome.code.substr(7);
    for (const Literal known : _denials.values())
        if (known.view() == right) _denials.add(right);
}

std::vector<RequestReport> RequestStats::reports() const
{
    std::vector<RequestReport> all;
    for (const auto& [spec, entry] : _entries)
    {
        RequestReport made{spec ? std::string{spec->name} : "unknown", {}, report(entry->took)};
        for (std::size_t i = 0; i < kClasses.size(); ++i)
            if (entry->outcomes[i] > 0) made.outcomes.emplace_back(kClasses[i], entry->outcomes[i]);
        all.push_back(std::move(made));
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.verb < b.verb; });
    return all;
}

} // namespace venomx::kernel
