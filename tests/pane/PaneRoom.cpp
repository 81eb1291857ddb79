#include "PaneRoom.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <sys/prctl.h>
#include <thread>
#include <venomx/sdk/arena.h>
#include <venomx/sdk/json_reader.h>
#include <venomx/sdk/json_writer.h>

namespace venomx::tests
{

namespace
{

constexpr Param kResult[] = {
    {.name = "window", .type = Type::string(), .required = true, .summary = "Window"},
    {.name = "session", .type = Type::string(), .required = true, .summary = "Session"},
    {.name = "pane", .type = Type::string(), .required = true, .summary = "Pane"},
    {.name = "principal", .type = Type::string(), .required = true, .summary = "Principal"},
    {.name = "pid", .type = Type::integer(), .required = true, .summary = "Process"},
};
constexpr VerbSpec kCreate{.name = "test.create", .summary = "Create a pane", .include = {kSpawnParams}, .result = kResult};

template <class Use>
auto withMember(std::string_view json, std::string_view name, Use&& use) -> decltype(use(static_cast<const Value*>(nullptr)))
{
    Arena arena;
    JsonReader reader;
    const JsonReader::Outcome outcome = reader.read(json, arena);
    if (outcome.error != JsonError::none) throw std::invalid_argument("not JSON: " + std::string{json});
    return use(outcome.value.find(name));
}

} // namespace

bool eventually(const std::function<bool()>& holds)
{
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds{30};
    while (!holds())
    {
        if (std::chrono::steady_clock::now() > limit) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds{2});
    }
    return true;
}

int openDescriptors()
{
    return static_cast<int>(std::distance(std::filesystem::directory_iterator{"/proc/self/fd"}, std::filesystem::directory_iterator{}));
}

std::vector<pid_t> children()
{
    std::vector<pid_t> found;
    for (const auto& thread : std::filesystem::directory_iterator{"/proc/self/task"})
    {
        std::ifstream list{thread.path() / "children"};
        for (pid_t pid = 0; list >> pid;) found.push_back(pid);
    }
    return found;
}

bool running(pid_t pid)
{
    const auto facts = processFacts(pid);
    return facts && facts->alive();
}

std::string member(std::string_view json, std::string_view name)
{
    return withMember(json, name, [](const Value* value) { return value ? std::string{value->asString()} : std::string{}; });
}

std::int64_t numberIn(std::string_view json, std::string_view name)
{
    return withMember(json, name, [](const Value* value) { return value ? value->asInteger() : -1; });
}

std::string jsonText(std::string_view text)
{
    std::string json;
    JsonWriter{json}.value(text);
    return json;
}

PaneRoom::PaneRoom(std::map<std::string, std::string> settings)
{
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    services.daemon.state.environment = {"PATH=/usr/bin:/bin", "LANG=C.UTF-8"};
    services.offer({Events::kService, &events});
    services.offer({Resources::kService, &resources});
    services.offer({Principals::kService, &principals});
    services.offer({Layout::kService, &layout});

    FakeSettings forSpawn{_spawn.settings()};
    FakeSettings forPane{_pane.settings()};
    for (const auto& [key, value] : settings) forPane.set(key, value);
    onLoop(
        [&]
        {
            PluginContext context{.services = services, .log = services.log};
            _verbs = _pane.verbs();
            _spawn.configure(forSpawn);
            _pane.configure(forPane);
            _pane.health(health);
            for (const Offer& offer : _spawn.offers()) services.offer(offer);
            for (const Offer& offer : _pane.offers()) services.offer(offer);
            _spawn.start(context);
            _pane.start(context);
            layout.panes = services.find<Panes>();
        });
}

PaneRoom::~PaneRoom()
{
    stop();
    services.loop.settle();
}

void PaneRoom::stop()
{
    if (std::exchange(_stopped, true)) return;
    onLoop(
        [&]
        {
            _pane.stop();
            _spawn.stop();
        });
}

PaneRoom::Asked PaneRoom::create(const std::string& params, TerminalSize size)
{
    auto fake = std::make_unique<FakeCall>(kCreate, params);
    onLoop([&] { services.find<Panes>()->create(fake->take(), layout.newPlacement(size)); });
    return fake;
}

std::string PaneRoom::shell(const std::string& script, TerminalSize size)
{
    const Answer answer = create(R"({"argv":["sh","-c",)" + jsonText(script) + "]}", size)->wait();
    if (answer.kind != Answer::Kind::ok) throw std::runtime_error("no pane: " + answer.str());
    return member(answer.json, "pane");
}

const Verb& PaneRoom::verb(std::string_view name) const
{
    for (const Verb& known : _verbs)
        if (known.spec->name == name) return known;
    throw std::invalid_argument("no such verb");
}

PaneRoom::Asked PaneRoom::ask(std::string_view name, const std::string& params, PrincipalId caller)
{
    const Verb& known = verb(name);
    auto fake = std::make_unique<FakeCall>(*known.spec, params, caller);
    fake->setResolve(
        [this](std::string_view text) -> std::optional<ResourceId>
        {
            const auto id = ResourceId::parse(text);
            return id && (id->kind != ResourceKind::pane || resources.exists(*id)) ? id : std::nullopt;
        });
    onLoop(
        [&]
        {
            Call call = fake->take();
            call.guard([&] { known.run(call); });
        });
    return fake;
}

std::string PaneRoom::answer(std::string_view verb, const std::string& params)
{
    return ask(verb, params)->wait().str();
}

std::string PaneRoom::text(const std::string& pane, const std::string& more)
{
    const Answer answer = ask("pane.capture", "{\"pane\":" + jsonText(pane) + more + "}")->wait();
    return answer.kind == Answer::Kind::ok ? member(answer.json, "text") : answer.str();
}

bool PaneRoom::shows(const std::string& pane, const std::string& part)
{
    return eventually([&] { return text(pane).find(part) != std::string::npos; });
}

std::string PaneRoom::send(const std::string& pane, const std::string& text)
{
    return answer("pane.send", "{\"pane\":" + jsonText(pane) + ",\"text\":" + jsonText(text) + "}");
}

std::string PaneRoom::close(const std::string& pane, const std::string& more)
{
    return answer("pane.close", "{\"pane\":" + jsonText(pane) + more + "}");
}

pid_t PaneRoom::pid(const std::string& pane)
{
    return static_cast<pid_t>(numberIn(ask("pane.info", "{\"pane\":" + jsonText(pane) + "}")->wait().json, "pid"));
}

} // namespace venomx::tests
