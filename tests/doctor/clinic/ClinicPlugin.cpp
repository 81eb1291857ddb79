// A stranger's plugin with checks of every kind, and a verb that holds up the control loop.
#include <chrono>
#include <stdexcept>
#include <thread>
#include <venomx/sdk/call.h>
#include <venomx/sdk/plugin.h>
#include <venomx/sdk/verb_checks.h>

namespace venomx::clinic
{
namespace
{

constexpr Param kMs[] = {{.name = "ms", .type = Type::integer(0, 1000), .required = true, .summary = "For how long"}};
constexpr VerbSpec kBlock{.name = "clinic.block", .summary = "Hold up the control loop", .params = kMs};
static_assert(valid(kBlock));

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
    void health(Health& health) override
    {
        health.check({.name = "pulse", .run = [] { return CheckResult{.summary = "calm", .detail = R"({"beats":60})"}; }});
        health.check({.name = "clinic.broken", .run = []() -> CheckResult { throw std::runtime_error("/root/secret"); }});
        health.check({.name = "clinic.odd", .run = []() -> CheckResult { throw 5; }});
        health.check({.name = "clinic.unreadable", .run = [] { return CheckResult{.summary = "calm", .detail = "{"}; }});
        health.check({.name = "clinic.slow",
                      .run = []
                      {
                          std::this_thread::sleep_for(std::chrono::milliseconds{60});
                          return CheckResult{.summary = "calm at last"};
                      }});
        health.check(
            {.name = "spawn.path", .run = [] { return CheckResult{.status = HealthStatus::fail, .summary = "not mine", .hint = "none"}; }});
        health.gauge({.name = "clinic.unsteady", .read = [](std::size_t) -> std::uint64_t { throw std::runtime_error("no"); }});
        health.counter(_seen);
    }

private:
    Counter _seen{"clinic.seen", "kind", {"adult", "child"}};
};

} // namespace venomx::clinic

VENOMX_PLUGIN(venomx::clinic::ClinicPlugin);
