// Figures of a benchmark: samples, their median, and the one line that each comparison is told by.
// Ratios are taken between things measured in turn in one run, so that a drift of the machine's speed falls on both.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

namespace venomx::bench
{

using Clock = std::chrono::steady_clock;

class Samples
{
public:
    void add(double value) { _values.push_back(value); }
    template <class Work>
    void time(Work&& work) ///< adds microseconds
    {
        const auto start = Clock::now();
        work();
        add(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    }
    [[nodiscard]] double quantile(double part) const
    {
        std::vector<double> sorted = _values;
        std::sort(sorted.begin(), sorted.end());
        return sorted.at(static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1)));
    }
    [[nodiscard]] double median() const { return quantile(0.5); }

private:
    std::vector<double> _values;
};

enum class Want
{
    atMost,
    atLeast
};

/// name: ours, other, ratio, target, ok|short
inline void report(const std::string& name, double ours, double other, double ratio, Want want, double target, const char* unit)
{
    const bool met = want == Want::atMost ? ratio <= target : ratio >= target;
    std::printf("%s: %.1f %s, %.1f %s, %.2f, %s %.2f, %s\n", name.c_str(), ours, unit, other, unit, ratio,
                want == Want::atMost ? "<=" : ">=", target, met ? "ok" : "short");
    std::fflush(stdout);
}

} // namespace venomx::bench
