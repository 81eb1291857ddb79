// What the gate costs a request: schema, authority, the way to the verb and back, without the wire. Each case against the same
// request of a caller who holds its right on `*`, in turn in one run: neither the depth of the tree of principals nor the number
// of grants should matter much.
#include "bench/support/Measure.h"
#include "bench/support/Run.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
#include <venomx/sdk/call.h>
#include <venomx/sdk/json_reader.h>

#include "kernel/Authorities.h"
#include "kernel/loop/SystemClock.h"
#include "kernel/verbs/Gate.h"
#include "kernel/verbs/Registry.h"

using namespace venomx;
using namespace venomx::kernel;
using namespace venomx::bench;

namespace
{

constexpr int kRounds = 41;
constexpr int kRequests = 2000;
constexpr std::size_t kDepth = 64;

constexpr Param kOne[] = {{.name = "pane", .type = Type::string(), .required = true, .summary = "A pane"}};
constexpr Type kWord = Type::string();
constexpr Param kPair[] = {{.name = "name", .type = Type::string(), .required = true, .summary = "Name"},
                           {.name = "value", .type = Type::string(), .required = true, .summary = "Value"}};
constexpr Type kPairs = Type::object(kPair);
constexpr Param kMany[] = {
    {.name = "pane", .type = Type::string(), .required = true, .summary = "A pane"},
    {.name = "axis", .type = Type::string({"rows", "cols"}), .required = true, .summary = "Which way"},
    {.name = "size", .type = Type::integer(1), .summary = "Cells"},
    {.name = "percent", .type = Type::integer(1, 99), .summary = "Part"},
    {.name = "before", .type = Type::boolean(), .summary = "Where"},
    {.name = "argv", .type = Type::array(kWord), .summary = "Words"},
    {.name = "program", .type = Type::string(), .summary = "Program"},
    {.name = "cwd", .type = Type::string(), .summary = "Directory"},
    {.name = "env", .type = Type::array(kPairs), .summary = "Environment"},
    {.name = "env_unset", .type = Type::array(kWord), .summary = "Names"},
};
constexpr VerbSpec kRead{.name = "bench.read", .summary = "Read", .authorize = {{Right::read, "pane"}}, .params = kOne};
constexpr VerbSpec kSpawn{.name = "bench.spawn", .summary = "Spawn", .authorize = {{Right::read, "pane"}}, .params = kMany};

class Silence final : public Log
{
public:
    void write(LogLevel, std::string_view) override {}
};

class Caller final : public Requester
{
public:
    [[nodiscard]] PrincipalId principal() const override { return who; }
    [[nodiscard]] pid_t peerPid() const override { return 1; }
    void answered(std::uint64_t, std::string_view, bool) override { ++allowed; }
    void refused(std::uint64_t, const Refusal&) override { ++denied; }
    void frames(std::uint64_t, Literal, std::span<const std::string_view>) override {}
    void ended(std::uint64_t, Literal) override {}
    [[nodiscard]] bool writable() const override { return true; }
    void onWritable(std::uint64_t, std::function<void()>) override {}

    PrincipalId who;
    int allowed{0};
    int denied{0};
};

/// A request that is sent again and again, and who sends it.
struct Case
{
    PrincipalId who;
    std::string_view verb;
    Value params;
    bool allowed{true};
};

/// Nanoseconds for one of many.
template <class Work>
double timed(Work&& work)
{
    const auto start = bench::Clock::now();
    for (int i = 0; i < kRequests; ++i) work();
    return std::chrono::duration<double, std::nano>(bench::Clock::now() - start).count() / kRequests;
}

/// Both in turn, by their medians.
template <class Ours, class Other>
void compare(const std::string& name, Ours&& ours, Other&& other, double target)
{
    Samples mine;
    Samples theirs;
    for (int round = 0; round < kRounds; ++round)
    {
        mine.add(ours());
        theirs.add(other());
    }
    report(name, mine.median(), theirs.median(), mine.median() / theirs.median(), Want::atMost, target, "ns");
}

class Bench
{
public:
    Bench()
    {
        _registry.describe({.name = "bench", .version = "1", .summary = "A bench"});
        for (const VerbSpec* spec : {&kRead, &kSpawn})
        {
            const Verb verb{spec, [](Call& call) { call.answer({}); }};
            _registry.add("bench", {&verb, 1});
        }
        GateHooks hooks;
        hooks.onLoop = [] { return true; };
        hooks.checkResults = false;
        _gate = std::make_unique<Gate>(_registry, _parts.rights, _log, std::move(hooks));
        _window = make(ResourceKind::window, make(ResourceKind::session, {}, PrincipalId::owner()), PrincipalId::owner());
    }

    ResourceId pane(PrincipalId creator) { return make(ResourceKind::pane, _window, creator); }
    PrincipalId principal(Grants grants, PrincipalId creator = PrincipalId::owner())
    {
        return _parts.principals.create(creator, std::move(grants)).first;
    }

    [[nodiscard]] double nanoseconds(const Case& one)
    {
        _caller->who = one.who;
        _caller->allowed = _caller->denied = 0;
        const double took =
            timed([&] { static_cast<void>(_gate->start(_caller, Request{.id = 1, .verb = one.verb, .params = one.params, .arena = {}})); });
        if ((one.allowed ? _caller->allowed : _caller->denied) != kRequests) throw std::runtime_error("the gate says otherwise");
        return took;
    }

    /// `name` tells what `ours` has in place of a right on `*`.
    void compare(const std::string& name, const Case& ours, const Case& star, double target)
    {
        ::compare(
            "gate, " + name + ", against a grant on *", [&] { return nanoseconds(ours); }, [&] { return nanoseconds(star); }, target);
    }

private:
    ResourceId make(ResourceKind kind, std::optional<ResourceId> parent, PrincipalId creator)
    {
        const ResourceId id = _parts.index.allocate(kind);
        _parts.index.created(id, parent, creator, {});
        return id;
    }

    Silence _log;
    SystemClock _clock;
    ControlLoop _loop{_log};
    SystemProcesses _processes;
    Authorities _parts{_loop, _clock, _processes, 1024};
    Registry _registry;
    std::unique_ptr<Gate> _gate;
    std::shared_ptr<Caller> _caller{std::make_shared<Caller>()};
    ResourceId _window;
};

Grant readOn(ResourceId thing)
{
    return {.right = Right::read, .scope = {.kind = Scope::Kind::thing, .thing = thing}};
}

const Grants kStar{{.right = Right::read, .scope = {}}};
const Grants kSelf{{.right = Right::read, .scope = {.kind = Scope::Kind::self}}};

void measureScopes(Bench& bench, const Case& star, const std::vector<Member>& params)
{
    const auto ask = [&](PrincipalId who, bool allowed = true) { return Case{who, kRead.name, Value::object(params), allowed}; };
    bench.compare("the owner", ask(PrincipalId::owner()), star, 1.1);
    for (const std::size_t count : {std::size_t{1}, std::size_t{16}, std::size_t{256}})
    {
        const ResourceId pane = *ResourceId::parse(params.front().value.asString());
        Grants grants;
        while (grants.size() + 1 < count) grants.push_back(readOn(bench.pane(PrincipalId::owner())));
        grants.push_back(readOn(pane));
        bench.compare("the last of " + std::to_string(count), ask(bench.principal(grants)), star, 1.3);
        grants.pop_back();
        bench.compare("denied, of " + std::to_string(count - 1) + " grants", ask(bench.principal(grants), false), star, 1.5);
    }
}

void measureSelf(Bench& bench, const Case& star)
{
    const PrincipalId first = bench.principal(kSelf);
    PrincipalId last = first;
    for (std::size_t depth = 1; depth <= kDepth; ++depth)
    {
        if (depth == 1 || depth == kDepth)
        {
            const std::string pane = bench.pane(last).str();
            const std::vector<Member> params{{"pane", Value::string(pane)}};
            bench.compare("self, " + std::to_string(depth) + " deep", {first, kRead.name, Value::object(params)}, star,
                          depth == 1 ? 1.2 : 1.5);
        }
        last = bench.principal(kSelf, last);
    }
    const std::string pane = bench.pane(last).str();
    const std::vector<Member> params{{"pane", Value::string(pane)}};
    bench.compare("denied, of self, " + std::to_string(kDepth + 1) + " deep",
                  {bench.principal(kSelf), kRead.name, Value::object(params), false}, star, 1.5);
}

/// The parameters of a pane.split: reading them from the wire's text is what the check stands beside.
void measureSchema(Bench& bench, const Case& star)
{
    constexpr std::string_view kText =
        R"({"pane":"p0","axis":"rows","percent":30,"argv":["make","-j2","test"],"cwd":"/srv/app","env":[{"name":"A","value":"1"},)"
        R"({"name":"LANG","value":"C.UTF-8"},{"name":"TERM","value":"dumb"},{"name":"CI","value":"true"}]})";
    Arena kept;
    const Value params = JsonReader().read(kText, kept).value;
    const Case many{star.who, kSpawn.name, params};
    const auto check = [&] { return bench.nanoseconds(many) - bench.nanoseconds(star); };
    const auto read = []
    {
        JsonReader reader;
        Arena arena;
        return timed(
            [&]
            {
                arena.reset();
                if (reader.read(kText, arena).error != JsonError::none) throw std::runtime_error("the text does not read");
            });
    };
    compare("gate, the schema of a pane.split, against reading it", check, read, 1.0);
}

void measure()
{
    Bench bench;
    const std::string pane = bench.pane(PrincipalId::owner()).str();
    const std::vector<Member> params{{"pane", Value::string(pane)}};
    const Case star{bench.principal(kStar), kRead.name, Value::object(params)};
    measureScopes(bench, star, params);
    measureSelf(bench, star);
    measureSchema(bench, star);
}

} // namespace

int main()
{
    return run("gate", measure);
}
