// The gate against the model, in random worlds: who asks, what for and of which thing is drawn; the gate's answer, what its verb
// hears, and the bytes of a denial must be those that the model says.
#include "Model.h"

#include <cppunit/extensions/HelperMacros.h>
#include <iostream>
#include <venomx/sdk/call.h>
#include <venomx/sdk/errors.h>

#include "kernel/verbs/Gate.h"
#include "kernel/verbs/Registry.h"

namespace venomx::tests
{
namespace
{

using namespace venomx::kernel;

constexpr Param kTargets[] = {
    {.name = "session", .type = Type::string(), .summary = "A session"},
    {.name = "window", .type = Type::string(), .summary = "A window"},
    {.name = "pane", .type = Type::string(), .summary = "A pane"},
};
constexpr std::array kParams{"session", "window", "pane"}; // in the order of ResourceKind

/// A verb for each right on each kind, one for two targets at once, and one for each right on `*`.
constexpr VerbSpec on(std::string_view name, Right right, std::string_view param)
{
    return {.name = name, .summary = "Try", .authorize = {{right, param}}, .params = kTargets};
}
constexpr VerbSpec onAll(std::string_view name, Right right)
{
    return {.name = name, .summary = "Try", .authorize = {right}, .params = kTargets};
}
constexpr VerbSpec kSpecs[] = {
    on("try.a", Right::read, "session"),
    on("try.b", Right::read, "window"),
    on("try.c", Right::read, "pane"),
    on("try.d", Right::write, "session"),
    on("try.e", Right::write, "window"),
    on("try.f", Right::write, "pane"),
    on("try.g", Right::spawn, "session"),
    on("try.h", Right::spawn, "window"),
    on("try.i", Right::spawn, "pane"),
    on("try.j", Right::admin, "session"),
    onAll("try.k", Right::read),
    onAll("try.l", Right::write),
    onAll("try.m", Right::spawn),
    onAll("try.n", Right::admin),
    {.name = "try.o", .summary = "Try", .authorize = {{Right::write, "window"}, {Right::read, "pane"}}, .params = kTargets},
    {.name = "try.p", .summary = "Try", .authorize = {{Right::spawn, "session"}, {Right::spawn}}, .params = kTargets},
    {.name = "try.q", .summary = "Try", .params = kTargets},
};

class Asker final : public Requester
{
public:
    [[nodiscard]] PrincipalId principal() const override { return who; }
    [[nodiscard]] pid_t peerPid() const override { return 1; }
    void answered(std::uint64_t, std::string_view, bool) override { answer = "ok"; }
    void refused(std::uint64_t, const Refusal& refusal) override
    {
        answer.clear();
        JsonWriter json(answer);
        writeError(json, refusal);
    }
    void frames(std::uint64_t, Literal, std::span<const std::string_view>) override {}
    void ended(std::uint64_t, Literal) override {}
    [[nodiscard]] bool writable() const override { return true; }
    void onWritable(std::uint64_t, std::function<void()>) override {}

    PrincipalId who;
    std::string answer;
};

/// What the requests came to, for the report and against a test that only ever denies.
struct Tally
{
    int cases{0};
    int allowed{0};
    int missing{0};
    int denied{0};
};

class Trial
{
public:
    explicit Trial(unsigned seed) : _seed(seed), _world(seed)
    {
        _world.build(160);
        _registry.describe({.name = "try", .version = "1", .summary = "A trial"});
        for (const VerbSpec& spec : kSpecs)
        {
            const Verb verb{&spec, [this](Call& call) { ran(call); }};
            _registry.add("try", {&verb, 1});
        }
        GateHooks hooks;
        hooks.onLoop = [] { return true; };
        _gate.emplace(_registry, _world.room.parts.rights, _world.room.log, std::move(hooks));
    }

    void ask(Tally& tally)
    {
        const VerbSpec& spec = kSpecs[static_cast<std::size_t>(_world.within(0, std::size(kSpecs) - 1))];
        Request request{.id = 1, .verb = spec.name, .params = {}, .arena = {}};
        _params.clear();
        for (const Authorize& entry : spec.authorize)
            if (!entry.param.empty() && _world.chance(95)) _params[std::string{entry.param}] = _world.anyText(*entry.kind);
        const auto members = request.arena.array<Member>(_params.size());
        std::size_t next = 0;
        for (const auto& [name, text] : _params) members[next++] = {request.arena.copy(name), Value::string(request.arena.copy(text))};
        request.params = Value::object(members);
        _asker->who = _world.anyPrincipal();
        _seen.reset();
        static_cast<void>(_gate->start(_asker, std::move(request)));
        compare(spec, tally);
    }

private:
    void ran(Call& call)
    {
        _seen.emplace();
        for (const char* param : kParams)
            if (const auto id = call.target(param)) _seen->emplace(param, *id);
        call.answer({});
    }

    /// The page's rules, one after the other.
    void compare(const VerbSpec& spec, Tally& tally)
    {
        ++tally.cases;
        std::map<std::string, ResourceId> meant;
        std::string expected = "ok";
        for (const Authorize& entry : spec.authorize)
        {
            const auto named = _params.find(std::string{entry.param});
            if (!entry.param.empty() && named == _params.end()) continue;
            std::optional<ResourceId> id;
            if (!entry.param.empty()) id = _world.model.meant(_asker->who, *entry.kind, named->second);
            if (id) meant.emplace(entry.param, *id);
            if (_world.model.may(_asker->who, entry.right, id)) continue;
            expected = R"({"code":"denied.)" + std::string{toText(entry.right)} + R"(","message":"permission denied","data":{"right":")" +
                       std::string{toText(entry.right)} + R"("}})";
            break;
        }
        const bool allowed = expected == "ok";
        allowed ? ++(meant.size() < _params.size() ? tally.missing : tally.allowed) : ++tally.denied;
        if (_asker->answer == expected && _seen.has_value() == allowed && (!allowed || *_seen == meant)) return;
        std::string what = "seed " + std::to_string(_seed) + ": " + _asker->who.str() + ' ' + std::string{spec.name};
        for (const auto& [name, text] : _params) what += ' ' + name + '=' + text;
        CPPUNIT_FAIL(what + ": " + _asker->answer + ", wanted " + expected);
    }

    unsigned _seed;
    RandomWorld _world;
    Registry _registry;
    std::optional<Gate> _gate;
    std::shared_ptr<Asker> _asker{std::make_shared<Asker>()};
    std::map<std::string, std::string> _params;
    std::optional<std::map<std::string, ResourceId>> _seen; ///< by the verb, if it ran
};

} // namespace

class GatePropertyTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(GatePropertyTest);
    CPPUNIT_TEST(theGateSaysWhatThePageSays);
    CPPUNIT_TEST_SUITE_END();

public:
    void theGateSaysWhatThePageSays()
    {
        constexpr unsigned kWorlds = 150;
        constexpr int kRequests = 1'000;
        const unsigned fresh = std::random_device{}();
        Tally tally;
        for (unsigned world = 0; world < kWorlds; ++world)
        {
            // The last worlds are other ones each time; a failure names its seed.
            Trial trial(world < kWorlds - 30 ? world : fresh + world);
            for (int i = 0; i < kRequests; ++i) trial.ask(tally);
        }
        std::cout << " (" << tally.cases << " requests: " << tally.allowed << " allowed, " << tally.missing << " on what is not there, "
                  << tally.denied << " denied; seeds 0.. and " << fresh << "..)";
        CPPUNIT_ASSERT(tally.allowed > tally.cases / 20 && tally.missing > tally.cases / 50 && tally.denied > tally.cases / 4);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(GatePropertyTest);

} // namespace venomx::tests
