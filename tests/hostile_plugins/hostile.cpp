// A plugin that does what its case says, and does nothing else wrong. Compiled once; each case brings its name and its way.
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>
#include <venomx/sdk/call.h>
#include <venomx/sdk/plugin.h>

#include "case.h"

#ifdef HOSTILE_CALLS_NOBODY
extern "C" void venomx_hostile_nobody_has_this();
#define HOSTILE_CALL venomx_hostile_nobody_has_this()
#else
#define HOSTILE_CALL static_cast<void>(0)
#endif

namespace venomx::hostile
{
namespace
{

bool is(std::string_view way)
{
    return way == hostile_way;
}

unsigned deeper(unsigned depth)
{
    volatile unsigned char block[4096];
    block[depth % sizeof block] = 1;
    return depth == ~0U ? 0 : deeper(depth + 1) + block[0];
}

/// `init-throws`, `construct-hangs`, `start-crashes` …
void misbehave(const std::string& place)
{
    if (is(place + "-throws")) throw std::runtime_error("as the case says");
    if (is(place + "-throws-a-number")) throw 7;
    if (is(place + "-crashes")) ::raise(SIGSEGV);
    if (is(place + "-exits")) ::_exit(3);
    if (is(place + "-gives-up")) std::exit(4);
    if (is(place + "-aborts")) std::abort();
    if (is(place + "-overflows")) deeper(0);
    while (is(place + "-hangs")) ::pause();
}

/// Before the daemon takes a plugin in, another process of its program tries it.
bool isTried()
{
    std::ifstream words{"/proc/self/cmdline"};
    const std::string all{std::istreambuf_iterator<char>{words}, {}};
    return all.find("plugin-trial") != std::string::npos;
}

/// What nobody notices but a sanitizer.
void slip()
{
    if (is("verb-leaks"))
    {
        [[maybe_unused]] void* volatile lost = std::malloc(48);
        lost = nullptr;
    }
    if (is("verb-reads-beyond"))
    {
        const std::vector<char> eight(8);
        const volatile std::size_t end = eight.size();
        static_cast<void>(*const_cast<const volatile char*>(eight.data() + end));
    }
    if (is("verb-shifts-too-far"))
    {
        const volatile int width = 32;
        const volatile int one = 1;
        static_cast<void>(one << width);
    }
    if (is("verb-races"))
    {
        volatile int shared = 0;
        std::thread other([&shared] { shared = 1; });
        shared = 2;
        other.join();
    }
}

struct AtLoad
{
    AtLoad() { misbehave("init"); }
} const kAtLoad;

const std::string& family()
{
    static const std::string kFamily = []
    {
        std::string text = hostile_name;
        for (char& c : text) c = c == '-' ? '_' : c;
        return text;
    }();
    return kFamily;
}

constexpr Param kReserved[] = {{.name = "token", .type = Type::string(), .summary = "A word that is the command line's"}};
constexpr ErrorSpec kUnknownClass[] = {{.code = "broken.thing", .when = "Always"}};
constexpr Example kBadExample[] = {{.summary = "Run it", .params = R"({"nothing":1})"}};
constexpr ParamGroup kNobodys{.name = "nobody.params", .owner = "nobody"};

const VerbSpec& runSpec()
{
    static const std::string kName = is("verb-name") ? "Run.It" : is("verb-duplicate") ? "pane.list" : family() + ".run";
    static const VerbSpec kSpec = []
    {
        VerbSpec spec{.name = kName, .summary = is("verb-summary") ? "" : "Run"};
        if (is("verb-reserved")) spec.params = kReserved;
        if (is("verb-error")) spec.errors = kUnknownClass;
        if (is("verb-example")) spec.examples = kBadExample;
        if (is("verb-group")) spec.include = {kNobodys};
        return spec;
    }();
    return kSpec;
}

const VerbSpec& holdSpec()
{
    static const std::string kName = family() + ".hold";
    static const VerbSpec kSpec{.name = kName, .summary = "Keep the call for ever"};
    return kSpec;
}

std::span<const SettingSpec> settingSpecs()
{
    static const std::string kKey = is("setting-foreign") ? "pane.of_another" : std::string{hostile_name} + ".size";
    static const SettingSpec kSpecs[] = {{.key = kKey,
                                          .kind = SettingSpec::Kind::integer,
                                          .fallback = is("setting-default") ? "many" : "3",
                                          .summary = "Size",
                                          .minimum = 1,
                                          .maximum = 9,
                                          .reloadable = true}};
    return kSpecs;
}

class Offered final : public Service
{
};

struct Nobodys : Service
{
    static constexpr ServiceName kService{"nobodys", 1};
};

} // namespace

class Hostile final : public Plugin
{
public:
    Hostile() { misbehave("construct"); }

    std::vector<Verb> verbs() override
    {
        misbehave("specs");
        if (!isTried()) misbehave("later-specs");
        if (is("verb-handler")) return {{&runSpec(), {}}};
        return {{&runSpec(), [](Call& call) { run(call); }}, {&holdSpec(), [this](Call& call) { _held.push_back(std::move(call)); }}};
    }

    std::span<const SettingSpec> settings() const override { return settingSpecs(); }

    void configure(const Settings& settings) override
    {
        _size = settings.integer(std::string{hostile_name} + ".size");
        misbehave("configure");
        if (_size == 7) misbehave("configure-at-7");
    }
    void health(Health&) override { misbehave("health"); }

    std::vector<Offer> offers() override
    {
        if (*hostile_service == '\0' || is("offers-none")) return {};
        return {{{hostile_service, 1}, &_offered}};
    }

    void start(PluginContext& context) override
    {
        misbehave("start");
        if (is("start-asks-nobody")) static_cast<void>(context.services.require<Nobodys>());
        if (_size != 7) misbehave("start-but-at-7");
    }
    void stop() override
    {
        _held.clear();
        misbehave("stop");
    }

private:
    static void run(Call& call)
    {
        misbehave("verb");
        slip();
        if (is("verb-calls-nobody")) HOSTILE_CALL;
        if (is("verb-drops")) return;
        call.answer({});
        if (is("verb-answers-twice")) call.answer({});
    }

    std::int64_t _size{0};
    std::vector<Call> _held;
    Offered _offered;
};

} // namespace venomx::hostile

#ifdef HOSTILE_HAS_NO_CLASS
_Pragma("GCC visibility push(default)") POCO_BEGIN_MANIFEST(venomx::Plugin) POCO_END_MANIFEST _Pragma("GCC visibility pop")
#else
VENOMX_PLUGIN(venomx::hostile::Hostile);
#endif
