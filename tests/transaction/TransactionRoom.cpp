#include "TransactionRoom.h"

#include "tests/spawn/Surroundings.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <sys/prctl.h>

namespace venomx::tests
{
namespace
{

constexpr std::size_t kPanes = 3;
constexpr const char* kSleeper = R"("argv":["sleep","1000"]})";

int terminals()
{
    int held = 0;
    std::error_code gone;
    for (const auto& entry : std::filesystem::directory_iterator{"/proc/self/fd"})
        if (std::filesystem::read_symlink(entry.path(), gone).native().ends_with("ptmx")) ++held;
    return held;
}

template <class Items>
std::string joined(const Items& items)
{
    std::ostringstream text;
    for (const auto& item : items) text << ' ' << item;
    return text.str();
}

} // namespace

TransactionRoom::TransactionRoom(std::map<std::string, std::string> spawnSettings, Panes panes)
{
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    services.daemon.state.environment = {"PATH=/usr/bin:/bin"};
    principals.limit({.panes = kPanes});
    onLoop(
        [&]
        {
            offerServices();
            start(spawnSettings);
        });
    for (const char* name : {"target", "empty"}) answer("session.create", R"({"name":")" + std::string{name} + "\"}");
    const int windows = panes == Panes::both ? 2 : 0;
    for (int window = 0; window < windows; ++window) answer("window.create", std::string{R"({"session":"s0",)"} + kSleeper);
    if (static_cast<int>(nextSeq()) != 3 + 4 * windows) throw std::runtime_error("the room could not be furnished");
}

TransactionRoom::~TransactionRoom()
{
    onLoop(
        [this]
        {
            _window.stop();
            _pane.stop();
            _spawn.stop();
        });
    services.loop.settle();
}

void TransactionRoom::offerServices()
{
    services.offer({.name = Loop::kService, .service = &loop});
    services.offer({.name = Workers::kService, .service = &workers});
    services.offer({.name = Clock::kService, .service = &clock});
    services.offer({.name = Events::kService, .service = &ring});
    services.offer({.name = Resources::kService, .service = &index});
    services.offer({.name = Principals::kService, .service = &principals});
    for (Plugin* plugin : std::initializer_list<Plugin*>{&_spawn, &_pane, &_window})
        for (const Offer& offer : plugin->offers()) services.offer(offer);
}

void TransactionRoom::start(const std::map<std::string, std::string>& spawnSettings)
{
    FakeSettings forSpawn{_spawn.settings()};
    for (const auto& [key, value] : spawnSettings) forSpawn.set(key, value);
    _spawn.configure(forSpawn);
    _pane.configure(FakeSettings{_pane.settings()});
    PluginContext context{.services = services, .log = services.log};
    for (Plugin* plugin : std::initializer_list<Plugin*>{&_spawn, &_pane, &_window})
    {
        plugin->health(health);
        plugin->start(context);
        for (Verb& verb : plugin->verbs()) _verbs.push_back(std::move(verb));
    }
}

const Verb& TransactionRoom::verb(std::string_view name) const
{
    const auto found = std::ranges::find(_verbs, name, [](const Verb& known) { return known.spec->name; });
    if (found == _verbs.end()) throw std::invalid_argument("no such verb");
    return *found;
}

TransactionRoom::Asked TransactionRoom::make(std::string_view name, const std::string& params, PrincipalId caller)
{
    const Verb& known = verb(name);
    auto fake = std::make_unique<FakeCall>(*known.spec, params, caller);
    fake->setResolve(
        [this](std::string_view text) -> std::optional<ResourceId>
        {
            const auto id = ResourceId::parse(text);
            return id && index.exists(*id) ? id : std::nullopt;
        });
    _made.emplace(fake.get(), &known);
    return fake;
}

void TransactionRoom::begin(FakeCall& asked)
{
    const Verb& known = *_made.extract(&asked).mapped();
    onLoop(
        [&]
        {
            Call call = asked.take();
            call.guard([&] { known.run(call); });
        });
}

std::string TransactionRoom::answer(std::string_view verb, const std::string& params)
{
    const Asked asked = make(verb, params);
    begin(*asked);
    return asked->wait().str();
}

std::uint64_t TransactionRoom::nextSeq()
{
    return onLoop([this] { return ring.next(); });
}

std::vector<std::string> TransactionRoom::kindsSince(std::uint64_t seq)
{
    return onLoop(
        [&]
        {
            std::vector<std::string> kinds;
            for (; seq < ring.next(); ++seq) kinds.emplace_back(ring.at(seq)->kind.view());
            return kinds;
        });
}

std::string TransactionRoom::indexed() const
{
    std::vector<std::string> things;
    index.forEach(
        [&](const kernel::Lineage& thing)
        {
            const std::string parent = thing.parent ? thing.parent->id.str() : "-";
            things.push_back(thing.id.str() + '<' + parent + (thing.own ? '=' + thing.own->str() : std::string{}));
        });
    std::ranges::sort(things);
    return joined(things);
}

std::string TransactionRoom::activePrincipals() const
{
    std::vector<std::string> active;
    for (const kernel::Principal* principal : principals.list()) active.push_back(principal->id.str() + '@' + principal->pane->str());
    return joined(active);
}

std::string TransactionRoom::ghosts()
{
    constexpr std::uint64_t kFarEnough = 64;
    return onLoop(
        [this]
        {
            std::vector<std::string> found;
            for (std::uint64_t number = 1; number < kFarEnough; ++number)
            {
                const PrincipalId id = PrincipalId::generated(number);
                if (ancestry.find(id) && principals.find(id) == nullptr) found.push_back(id.str());
            }
            return joined(found);
        });
}

void TransactionRoom::settle()
{
    if (!eventually([this] { return services.workers.busy() == 0; })) throw std::runtime_error("a worker is stuck");
    services.loop.settle();
}

std::string TransactionRoom::snapshot()
{
    std::ostringstream text;
    for (const char* list : {"session.list", "window.list", "pane.list"}) text << list << ' ' << answer(list, "{}") << '\n';
    onLoop([&] { text << "index" << indexed() << "\nprincipals" << activePrincipals() << "\nnext event " << ring.next() << '\n'; });
    text << "children" << joined(children()) << "\ndescriptors " << openDescriptors() << "\nterminals " << terminals() << '\n';
    return text.str();
}

} // namespace venomx::tests
