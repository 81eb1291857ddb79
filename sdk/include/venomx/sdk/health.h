// What a plugin tells about its health: checks that doctor runs on demand, and counters that only rise.
// Names, words and summaries are fixed text: never a path, a variable's name or a value.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/histogram.h>
#include <venomx/sdk/literal.h>

namespace venomx
{
inline namespace v1
{

enum class HealthStatus : std::uint8_t
{
    ok,
    info,
    warn,
    fail
};
[[nodiscard]] std::string_view toText(HealthStatus status);

struct CheckResult
{
    HealthStatus status{HealthStatus::ok};
    Literal summary;          ///< one line, no full stop: what was found
    std::string detail{"{}"}; ///< a JSON object of numbers, booleans and fixed words
    Literal hint{};           ///< what to do about it; of a warn and a fail never empty
};

/// Where a check runs.
enum class CheckOn : std::uint8_t
{
    /// A thread of the kernel's. It may look at files and wait, and harms nobody when it hangs. It must not touch what belongs to the
    /// control loop, and that is all that the plugin keeps there: it reads what it captured by value, what never changes while the
    /// plugin lives, and what is atomic or has a lock.
    worker,
    /// The control loop. It reads its plugin's state, and must not block: while it runs, the daemon does nothing else.
    loop
};

/// One that throws is a `fail` named after it, one that has not ended after doctor.timeout_ms a `warn`. It runs once at a time:
/// while it hangs it is not started again. It cannot be cancelled, and may still run while its plugin stops and afterwards; the
/// plugin is destroyed once it has ended, or never. What it then finds is dropped, and the daemon's end does not wait for it.
struct Check
{
    std::string name; ///< spawn.path; doctor puts the plugin's name and a dot before one that does not begin so
    std::function<CheckResult()> run;
    CheckOn on{CheckOn::worker};
};

/// A family of counters, one for each label value, all present from the start. Any thread.
class Counter
{
public:
    /// `name`: as `hello.greeted`, with the plugin's name first. `label` and `values`: both empty, or a word and its values, each once.
    /// Monitoring sees `venomx_hello_greeted_total{label="value"}`: units, where there are any, are seconds and bytes.
    Counter(std::string name, Literal label, std::initializer_list<Literal> values);
    Counter(const Counter&) = delete;
    Counter& operator=(const Counter&) = delete;

    /// `value` must be one of the values given (another counts under the last one).
    void add(std::string_view value, std::uint64_t by = 1) noexcept;
    /// Of a counter without labels.
    void add(std::uint64_t by = 1) noexcept;

    [[nodiscard]] std::string_view name() const { return _name; }
    [[nodiscard]] Literal label() const { return _label; } ///< "reason"; empty: a single number
    [[nodiscard]] const std::vector<Literal>& values() const { return _values; }
    [[nodiscard]] std::uint64_t read(std::size_t index = 0) const; ///< of values()[index]

private:
    std::string _name;
    Literal _label;
    std::vector<Literal> _values;
    std::vector<std::atomic<std::uint64_t>> _counts;
};

/// Numbers that rise and fall, asked for when doctor looks: panes by state, open connections. `read` runs on the control loop
/// and must not block.
struct Gauge
{
    std::string name; ///< panes.state
    Literal label{};  ///< "state"; empty: a single number
    std::vector<Literal> values{};
    std::function<std::uint64_t(std::size_t index)> read;
};

/// Where a plugin registers, in Plugin::health alone. What it registers must live until the plugin goes. A name that another plugin has
/// is changed: it gets the plugin's name before it, or a number behind it. Control loop.
class Health
{
public:
    virtual ~Health();
    virtual void check(Check check) = 0;
    virtual void counter(const Counter& counter) = 0;
    /// Unless overridden, these keep nothing (a fake that looks at checks and counters alone).
    virtual void gauge(Gauge gauge);
    virtual void histogram(std::string name, const Histogram& histogram);
};

} // namespace v1
} // namespace venomx
