#include "tests/testing/Unruly.h"

#include <fcntl.h>
#include <stdexcept>
#include <venomx/sdk/errors.h>

namespace venomx::tests
{
namespace
{

constexpr SettingSpec kGood[] = {
    {.key = "unruly.limit", .kind = SettingSpec::Kind::integer, .fallback = "3", .summary = "A limit", .minimum = 1}};
constexpr SettingSpec kBad[] = {
    {.key = "unruly.limit", .kind = SettingSpec::Kind::integer, .fallback = "0", .summary = "A limit", .minimum = 1}};

constexpr Param kText[] = {{.name = "text", .type = Type::string(), .required = true, .summary = "What to say"}};
constexpr ErrorSpec kErrors[] = {{.code = "conflict.mood", .when = "It does not want to", .data = kText}};
constexpr Example kSays[] = {{.summary = "Say a word", .params = R"({"text":"word"})"}};
constexpr Example kEmpty[] = {{.summary = "Just so", .params = "{}"}};
constexpr VerbSpec kSay{.name = "unruly.say",
                        .summary = "Say something",
                        .authorize = {{Right::write}},
                        .params = kText,
                        .result = kText,
                        .errors = kErrors,
                        .examples = kSays};
constexpr VerbSpec kSayBadly{
    .name = "unruly.say", .summary = "Say something.", .params = kText, .result = kText, .errors = kErrors, .examples = kSays};
constexpr VerbSpec kSayUnshown{.name = "unruly.say", .summary = "Say something", .params = kText, .result = kText, .errors = kErrors};
constexpr ErrorSpec kShut[] = {{.code = "unavailable.shutdown", .when = "The daemon is stopping"}};
constexpr VerbSpec kWait{.name = "unruly.wait", .summary = "Wait", .errors = kShut, .examples = kEmpty, .waits = true};
constexpr VerbSpec kStream{.name = "unruly.stream", .summary = "Stream", .examples = kEmpty, .stream = true};

} // namespace

Unruly::~Unruly() = default;

std::vector<Verb> Unruly::verbs()
{
    const VerbSpec& say = _vice == Vice::badSpec ? kSayBadly : _vice == Vice::noExample ? kSayUnshown : kSay;
    return {{.spec = &say, .run = [this](Call& call) { this->say(call); }},
            {.spec = &kWait, .run = [this](Call& call) { waitFor(call); }},
            {.spec = &kStream, .run = [this](Call& call) { stream(call); }}};
}

std::span<const SettingSpec> Unruly::settings() const
{
    return _vice == Vice::badSetting ? kBad : kGood;
}

void Unruly::configure(const Settings& settings)
{
    if (settings.integer("unruly.limit") != 3) throw std::logic_error("another limit");
}

void Unruly::health(Health& health)
{
    health.check({.name = "unruly.mood", .run = [this] { return check(); }});
    health.counter(_said);
}

CheckResult Unruly::check() const
{
    if (_vice == Vice::slowCheck) std::this_thread::sleep_for(std::chrono::milliseconds{1100});
    if (_vice == Vice::checkThrows) throw std::runtime_error("no mood");
    if (_vice == Vice::wordyDetail) return {.summary = "calm", .detail = R"({"path":"/root/secret place"})"};
    if (_vice == Vice::noHint) return {.status = HealthStatus::warn, .summary = "not calm"};
    return {.summary = "calm", .detail = R"({"pulse":60,"steady":true,"mood":"calm"})"};
}

void Unruly::start(PluginContext& context)
{
    _log = &context.log;
    if (_vice == Vice::throwsOddly && context.services.find<Loop>() == nullptr) throw 5; // NOLINT
    _loop = &context.services.require<Loop>();
    if (_vice == Vice::startThrows) throw std::runtime_error("not today");
    if (_vice == Vice::leaksDescriptor) static_cast<void>(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (_vice == Vice::leaksThread) std::thread{[] { std::this_thread::sleep_for(std::chrono::seconds{3}); }}.detach();
}

void Unruly::stop()
{
    if (_vice == Vice::stopThrows) throw std::runtime_error("not now");
    if (_vice == Vice::forgetsAtStop) return;
    for (const auto& call : std::exchange(_waiting, {})) call->refuse(errors::shutdown());
}

void Unruly::say(Call& call)
{
    _said.add();
    const std::string text{call.text("text")};
    if (_vice == Vice::escapes) throw std::runtime_error("oops");
    if (_vice == Vice::drops) return;
    if (_vice == Vice::undeclaredError) throw Refusal{"conflict.weather", "it rains"};
    if (_vice == Vice::errorTellsSecret) throw Refusal{"conflict.mood", "no"}.withJson("text", '"' + text + '"');
    if (_vice == Vice::logsSecret) _log->notice("said " + text);
    Result result;
    if (_vice == Vice::wrongResult)
        result.field("text", std::int64_t{5});
    else
        result.field("text", std::string_view{text});
    call.answer(std::move(result));
    if (_vice == Vice::answersTwice) call.answer({});
}

void Unruly::waitFor(Call& call)
{
    auto waiting = std::make_shared<Call>(std::move(call));
    _waiting.push_back(waiting);
    if (_vice == Vice::deaf) return;
    waiting->onCancel(
        [this, weak = std::weak_ptr{waiting}]
        {
            if (const auto still = weak.lock())
            {
                std::erase(_waiting, still);
                still->refuse(errors::cancelled());
            }
        });
}

void Unruly::stream(Call& call)
{
    const auto opened = call.stream({});
    opened->frame("event", "1");
    _streams.push_back(opened);
}

} // namespace venomx::tests
