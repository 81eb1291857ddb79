// A plugin on the bench: the kernel's own gate, registry, settings and health around it, without sockets, and fakes of the
// kernel's services. Requests go the whole way: unknown verb, schema, authority, handler, undeclared errors; results are held
// against their specs.
// Made and used by the test's thread, before any thread that starts processes; the plugin lives on the bench's control loop.
// What the kernel would refuse the plugin for, `start` throws, and what the plugin throws passes through.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include <venomx/sdk/plugin.h>
#include <venomx/sdk/services/health_report.h>
#include <venomx/sdk/testing/asked_call.h>
#include <venomx/sdk/testing/fake_events.h>
#include <venomx/sdk/testing/fake_principals.h>
#include <venomx/sdk/testing/fake_resources.h>
#include <venomx/sdk/testing/fake_services.h>

namespace venomx::testing
{

class Bench
{
public:
    using Asked = std::unique_ptr<AskedCall>;
    using May = std::function<bool(PrincipalId caller, Right right, std::optional<ResourceId> on)>;

    /// `make` runs on the control loop, when the bench starts. `name` is the plugin's, as in its stamp.
    Bench(std::string name, std::function<std::unique_ptr<Plugin>()> make);
    ~Bench(); ///< stops and destroys the plugin
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;

    /// As the operator's configuration would; before `start` or `reload`.
    void set(std::string_view key, std::string_view value);
    /// The owner may do everything and others nothing, unless this says otherwise. On no thread but the test's, before requests.
    void setMay(May may);

    void start(); ///< once
    /// Of a plugin that was started.
    void reload();
    void stop(); ///< nothing when it does not run

    /// Starts a request. Params that are no JSON object throw std::invalid_argument.
    [[nodiscard]] Asked ask(std::string_view verb, std::string_view params = "{}", PrincipalId caller = PrincipalId::owner());
    /// The whole answer, once it has come; `pending` after 30 s.
    [[nodiscard]] Answer call(std::string_view verb, std::string_view params = "{}", PrincipalId caller = PrincipalId::owner());
    [[nodiscard]] std::vector<const VerbSpec*> specs() const;

    /// As doctor asks for them, with a limit of a second; not on the control loop.
    [[nodiscard]] std::vector<CheckReport> checks();
    /// The check of that name; throws std::out_of_range.
    [[nodiscard]] CheckReport check(std::string_view name);
    [[nodiscard]] std::vector<MetricReport> metrics();
    /// A counter's or gauge's number (`label` empty: of a single one); throws std::out_of_range.
    [[nodiscard]] std::uint64_t count(std::string_view metric, std::string_view label = {});
    /// Exceptions that escaped its verbs, calls dropped or answered twice, errors and results that it does not declare.
    [[nodiscard]] std::uint64_t faults() const;

    /// Runs `work` on the control loop and waits for it.
    template <class Work>
    auto onLoop(Work&& work)
    {
        return services.loop.run(std::forward<Work>(work));
    }
    /// The plugin, on the control loop; nullptr before `start`.
    [[nodiscard]] Plugin* plugin() const;

    // Offered to the plugin; more is offered through `services` (and must outlive the bench).
    FakeServices services;
    FakeEvents events;
    FakeResources resources;
    FakePrincipals principals{events};

private:
    struct State;
    std::unique_ptr<State> _state;
};

} // namespace venomx::testing
