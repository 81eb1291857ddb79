// A stranger's plugin with checks of every kind, and a verb that holds up the control loop.
#include <chrono>
#include <fcntl.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <venomx/sdk/call.h>
#include <venomx/sdk/plugin.h>
#include <venomx/sdk/unique_fd.h>
#include <venomx/sdk/verb_checks.h>

namespace venomx::clinic
{
namespace
{

constexpr Param kMs[] = {{.name = "ms", .type = Type::integer(0, 1000), .required = true, .summary = "For how long"}};
constexpr VerbSpec kBlock{.name = "clinic.block", .summary = "Hold up the control loop", .params = kMs};
static_assert(valid(kBlock));

constexpr SettingSpec kSettings[] = {
    {.key = "clinic.slow_ms",
     .kind = SettingSpec::Kind::integer,
     .fallback = "0",
     .summary = "How long the slow check takes",
     .minimum = 0},
    {.key = "clinic.fifo",
     .kind = SettingSpec::Kind::text,
     .fallback = "",
     .summary = "What the stuck check opens: it hangs until somebody writes"},
};

/// Hangs in the system, as on a dead mount, until the pipe has a writer.
CheckResult waitForWriter(const std::string& fifo)
{
    if (fifo.empty()) return {.summary = "nothing to wait for"};
    const UniqueFd opened{::open(fifo.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!opened) throw std::runtime_error("no pipe");
    return {.summary = "somebody writes"};
}

} // namespace

class ClinicPlugin : public Plugin
{
public:
    std::vector<Verb> verbs() override
    {
        return {{.spec = &kBlock,
                 .run = [](Call& call)
                 {
                     std::this_thread::sleep_for(std::chrono::milliseconds{call.integer("ms")});
                     call.answer({});
                 }}};
    }
    [[nodiscard]] std::span<const SettingSpec> settings() const override { return kSettings; }
    void configure(const Settings& settings) override
    {
        _slow = std::chrono::milliseconds{settings.integer("clinic.slow_ms")};
        _fifo = settings.text("clinic.fifo");
    }
    void health(Health& health) override
    {
        health.check({.name = "pulse", .run = [] { return CheckResult{.summary = "calm", .detail = R"({"beats":60})"}; }});
        health.check({.name = "clinic.broken", .run = []() -> CheckResult { throw std::runtime_error("/root/secret"); }});
        health.check({.name = "clinic.odd", .run = []() -> CheckResult { throw 5; }});
        health.check({.name = "clinic.unreadable", .run = [] { return CheckResult{.summary = "calm", .detail = "{"}; }});
        health.check({.name = "clinic.slow",
                      .run =
                          [this]
                      {
                          std::this_thread::sleep_for(_slow);
                          return CheckResult{.summary = "calm at last"};
                      },
                      .on = CheckOn::loop});
        health.check({.name = "clinic.stuck",
                      .run = [tries = _tries, fifo = _fifo]
                      {
                          tries->add();
                          return waitForWriter(fifo);
                      }});
        health.check(
            {.name = "spawn.path", .run = [] { return CheckResult{.status = HealthStatus::fail, .summary = "not mine", .hint = "none"}; }});
        health.gauge({.name = "clinic.unsteady", .read = [](std::size_t) -> std::uint64_t { throw std::runtime_error("no"); }});
        health.counter(_seen);
        health.counter(*_tries);
    }

private:
    std::chrono::milliseconds _slow{0};
    std::string _fifo;
    std::shared_ptr<Counter> _tries{std::make_shared<Counter>("clinic.tries", Literal{}, std::initializer_list<Literal>{})};
    Counter _seen{"clinic.seen", "kind", {"adult", "child"}};
};

} // namespace venomx::clinic

VENOMX_PLUGIN(venomx::clinic::ClinicPlugin);
