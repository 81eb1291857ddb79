#include <venomx/sdk/testing/bench.h>

#include "kernel/health/Checkup.h"
#include "kernel/health/HealthRegistry.h"
#include "kernel/settings/SettingsStore.h"
#include "kernel/testing/BenchRequester.h"
#include "kernel/verbs/Authority.h"
#include "kernel/verbs/Gate.h"
#include "kernel/verbs/Registry.h"

#include <future>
#include <map>
#include <stdexcept>
#include <venomx/sdk/json_reader.h>

namespace venomx::testing
{
namespace
{

/// Rights as the test says, and ids as the fake index knows them.
class BenchAuthority final : public kernel::Authority
{
public:
    explicit BenchAuthority(const FakeResources& resources) : _resources(resources) {}

    [[nodiscard]] bool may(PrincipalId caller, Right right, std::optional<ResourceId> on) const override { return _may(caller, right, on); }
    [[nodiscard]] kernel::Target resolve(PrincipalId caller, Right right, ResourceKind kind, std::string_view text) const override
    {
        auto id = _resources.resolve(text);
        if (id && id->kind != kind) id.reset();
        return {.allowed = _may(caller, right, id), .id = id};
    }
    void set(Bench::May may) { _may = std::move(may); }

private:
    const FakeResources& _resources;
    Bench::May _may{[](PrincipalId caller, Right, std::optional<ResourceId>) { return caller == PrincipalId::owner(); }};
};

class BenchCall final : public AskedCall
{
public:
    [[nodiscard]] const std::shared_ptr<CallRecord>& record() const { return _record; }
    void start(LoopThread& loop, std::shared_ptr<kernel::PendingCall> pending)
    {
        _loop = &loop;
        _pending = std::move(pending);
    }
    void cancel() override
    {
        if (_pending) _loop->run([this] { _pending->cancel(); });
    }

private:
    LoopThread* _loop{nullptr};
    std::shared_ptr<kernel::PendingCall> _pending;
};

} // namespace

struct Bench::State
{
    State(Bench& bench, std::string pluginName, std::function<std::unique_ptr<Plugin>()> maker)
        : name(std::move(pluginName)), make(std::move(maker)), authority(bench.resources),
          gate(registry, authority, bench.services.log, hooks(bench))
    {
    }

    static kernel::GateHooks hooks(Bench& bench)
    {
        kernel::GateHooks hooks;
        hooks.post = [&loop = bench.services.loop](std::function<void()> task) { loop.post(std::move(task)); };
        hooks.onLoop = [&loop = bench.services.loop] { return loop.loop().onThread(); };
        hooks.stopping = [&daemon = bench.services.daemon] { return daemon.stopping(); };
        hooks.checkResults = true;
        return hooks;
    }

    void takeIn();
    void describeOthers(const std::vector<Verb>& verbs);
    void begin(Bench& bench);
    void end(Bench& bench);

    std::string name;
    std::function<std::unique_ptr<Plugin>()> make;
    kernel::SettingsSources configuration;
    std::unique_ptr<kernel::SettingsStore> settings;
    kernel::HealthRegistry health;
    kernel::Registry registry;
    BenchAuthority authority;
    kernel::Gate gate;
    std::unique_ptr<Plugin> plugin;
    std::vector<const VerbSpec*> specs;
    bool running{false};
};

void Bench::State::takeIn()
{
    plugin = make();
    settings = std::make_unique<kernel::SettingsStore>(configuration);
    settings->declare(name, plugin->settings());
    static_cast<void>(settings->finish({}));
    registry.describe({.name = name, .version = "0", .summary = "On the bench", .groups = plugin->groups(), .events = plugin->events()});
    const std::vector<Verb> verbs = plugin->verbs();
    describeOthers(verbs);
    registry.add(name, verbs);
    for (const Verb& verb : verbs) specs.push_back(verb.spec);
}

/// The plugins that own the parameter groups which the verbs include; in a daemon they are loaded before.
void Bench::State::describeOthers(const std::vector<Verb>& verbs)
{
    std::map<std::string_view, std::vector<GroupRef>> groups;
    for (const Verb& verb : verbs)
        for (const GroupRef& include : verb.spec->include)
            if (include.group != nullptr && include.group->owner != name) groups[include.group->owner].push_back(include);
    for (const auto& [owner, owned] : groups)
        registry.describe({.name = std::string{owner}, .version = "0", .summary = "Beside the bench", .groups = owned});
}

void Bench::State::begin(Bench& bench)
{
    plugin->configure(*settings);
    plugin->health(health.section(name));
    for (const Offer& offer : plugin->offers()) bench.services.offer(offer);
    PluginContext context{.services = bench.services, .log = bench.services.log};
    plugin->start(context);
    running = true;
}

void Bench::State::end(Bench& bench)
{
    if (!std::exchange(running, false)) return;
    registry.withdraw(name);
    plugin->stop();
    for (const Offer& offer : plugin->offers()) bench.services.withdraw(offer.name);
    health.withdraw(name);
}

Bench::Bench(std::string name, std::function<std::unique_ptr<Plugin>()> make)
    : _state(std::make_unique<State>(*this, std::move(name), std::move(make)))
{
    services.offer<Events>(events);
    services.offer<Resources>(resources);
    services.offer<Principals>(principals);
}

Bench::~Bench()
{
    try
    {
        stop();
    }
    catch (const std::exception& failure)
    {
        services.log.error(failure.what());
    }
    services.workers.drain();
    onLoop([this] { _state.reset(); });
}

void Bench::set(std::string_view key, std::string_view value)
{
    _state->configuration.overrides.push_back(std::string{key} + '=' + std::string{value});
}

void Bench::setMay(May may)
{
    onLoop([&] { _state->authority.set(std::move(may)); });
}

void Bench::start()
{
    onLoop(
        [this]
        {
            if (_state->plugin) throw std::logic_error("the bench was started");
            _state->takeIn();
            _state->begin(*this);
        });
}

void Bench::reload()
{
    onLoop(
        [this]
        {
            _state->settings = std::make_unique<kernel::SettingsStore>(_state->configuration);
            _state->settings->declare(_state->name, _state->plugin->settings());
            static_cast<void>(_state->settings->finish({}));
            _state->plugin->configure(*_state->settings);
        });
}

void Bench::stop()
{
    onLoop([this] { _state->end(*this); });
}

Bench::Asked Bench::ask(std::string_view verb, std::string_view params, PrincipalId caller)
{
    kernel::Request request;
    request.id = 1;
    request.verb = request.arena.copy(verb);
    JsonReader reader;
    const JsonReader::Outcome read = reader.read(params, request.arena);
    if (read.error != JsonError::none || !read.value.is(Value::Kind::object)) throw std::invalid_argument("not a JSON object");
    request.params = read.value;

    auto asked = std::make_unique<BenchCall>();
    const auto client = std::make_shared<BenchRequester>(caller, services.loop, asked->record());
    onLoop([&] { asked->start(services.loop, _state->gate.start(client, std::move(request))); });
    return asked;
}

Answer Bench::call(std::string_view verb, std::string_view params, PrincipalId caller)
{
    return ask(verb, params, caller)->wait();
}

std::vector<const VerbSpec*> Bench::specs() const
{
    return _state->specs;
}

std::vector<CheckReport> Bench::checks()
{
    // Shared: the loop may still be in it when the value is there.
    const auto reports = std::make_shared<std::promise<std::vector<CheckReport>>>();
    const auto keep = [reports](std::vector<CheckReport> found) { reports->set_value(std::move(found)); };
    const kernel::CheckPlaces places{.loop = services.loop, .workers = services.workers};
    onLoop([&] { kernel::checkUp(_state->health.checks(), places, std::chrono::seconds{1}, keep); });
    return reports->get_future().get();
}

CheckReport Bench::check(std::string_view name)
{
    for (const CheckReport& report : checks())
        if (report.name == name) return report;
    throw std::out_of_range("no such check");
}

std::vector<MetricReport> Bench::metrics()
{
    return onLoop([this] { return _state->health.metrics(); });
}

std::uint64_t Bench::count(std::string_view metric, std::string_view label)
{
    for (const MetricReport& report : metrics())
        if (report.name == metric)
            for (const auto& [value, number] : report.numbers)
                if (value == label) return number;
    throw std::out_of_range("no such counter");
}

std::uint64_t Bench::faults() const
{
    return _state->registry.faults(_state->name);
}

Plugin* Bench::plugin() const
{
    return _state->plugin.get();
}

} // namespace venomx::testing
