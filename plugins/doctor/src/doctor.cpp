#include "doctor.h"

#include <venomx/sdk/errors.h>
#include <venomx/sdk/verb_checks.h>

#include "Collected.h"
#include "OpenMetrics.h"

namespace venomx::doctor
{
namespace
{

constexpr Param kParams[] = {
    {.name = "strict", .type = Type::boolean(), .summary = "Take a warning for a failure", .fallback = false},
    {.name = "format",
     .type = Type::string({"json", "prometheus"}),
     .summary = "What the answer holds: fields, or text for a monitoring system; not how fields are printed",
     .fallback = "json"},
};
constexpr Param kCheck[] = {
    {.name = "name", .type = Type::string(), .required = true, .summary = "The check, such as spawn.path"},
    {.name = "status", .type = Type::string({"ok", "info", "warn", "fail"}), .required = true, .summary = "What it found"},
    {.name = "summary", .type = Type::string(), .required = true, .summary = "The same in a sentence"},
    {.name = "detail", .type = Type::json(), .required = true, .summary = "Numbers, booleans and fixed words"},
    {.name = "hint", .type = Type::string(), .summary = "What to do about it"},
};
constexpr Type kCheckItem = Type::object(kCheck);
constexpr Param kPlugin[] = {
    {.name = "name", .type = Type::string(), .required = true, .summary = "The plugin's name"},
    {.name = "version", .type = Type::string(), .required = true, .summary = "Its version, where its file has a stamp"},
    {.name = "state", .type = Type::string(), .required = true, .summary = "started, disabled, refused or failed"},
    {.name = "reason", .type = Type::string(), .summary = "Why it does not run, in a fixed word"},
};
constexpr Type kPluginItem = Type::object(kPlugin);
constexpr Param kDaemon[] = {
    {.name = "version", .type = Type::string(), .required = true, .summary = "The daemon's version"},
    {.name = "boot", .type = Type::string(), .required = true, .summary = "This life of the daemon"},
    {.name = "started", .type = Type::string(), .required = true, .summary = "When it started"},
    {.name = "pid", .type = Type::integer(), .required = true, .summary = "Its process"},
    {.name = "plugins", .type = Type::array(kPluginItem), .required = true, .summary = "Its plugins"},
};
constexpr Param kResult[] = {
    {.name = "status", .type = Type::string({"ok", "info", "warn", "fail"}), .required = true, .summary = "The worst of the checks"},
    {.name = "checks", .type = Type::array(kCheckItem), .summary = "Every check"},
    {.name = "counters", .type = Type::json(), .summary = "Every counter, since the daemon's start"},
    {.name = "daemon", .type = Type::object(kDaemon), .summary = "The daemon itself, for callers with the right admin"},
    {.name = "text", .type = Type::string(), .summary = "All of it as text, with the format prometheus"},
};
constexpr Param kRight[] = {{.name = "right", .type = Type::string(), .required = true, .summary = "The right that is missing"}};
constexpr ErrorSpec kErrors[] = {
    {.code = "denied.read", .when = "The caller has neither the right admin nor read on everything", .data = kRight},
};
constexpr Example kExamples[] = {
    {.summary = "See what is wrong and what to do about it", .params = "{}"},
    {.summary = "Fail on warnings too, for a script", .params = R"({"strict":true})"},
    {.summary = "Feed a monitoring system", .params = R"({"format":"prometheus"})"},
};
constexpr VerbSpec kSpec{
    .name = "doctor",
    .summary = "Check the daemon's health and show its counters",
    .description = "Runs every check of the kernel and the plugins and shows their counters. It tells no path, variable or value. Callers "
                   "with the right `admin` see all of it, those with `read` on `*` the checks and counters.",
    .params = kParams,
    .result = kResult,
    .errors = kErrors,
    .examples = kExamples,
    .exit = {.field = "status", .statuses = {{"fail", 1}}},
};
static_assert(valid(kSpec));

void answer(Call& call, const Collected& collected)
{
    Result result;
    result.field("status", toText(overall(collected.checks, call.flag("strict"))));
    if (call.text("format") == "prometheus")
    {
        result.field("text", std::string_view{openMetrics(collected)});
    }
    else
    {
        result.rawField("checks", checksJson(collected)).rawField("counters", countersJson(collected));
        if (collected.daemon) result.rawField("daemon", daemonJson(*collected.daemon));
    }
    call.answer(std::move(result));
}

} // namespace

const VerbSpec& doctorSpec()
{
    return kSpec;
}

void runDoctor(Call& call, Looks& looks, HealthReport& report, std::chrono::milliseconds limit)
{
    const bool admin = call.may(Right::admin);
    if (!admin && !call.may(Right::read)) throw errors::denied(Right::read);

    const auto answerWith = [&looks, &report, admin, look = looks.add(std::move(call))](std::vector<CheckReport> checks)
    {
        const auto asked = look.lock();
        if (!asked) return;
        looks.forget(asked);
        asked->guard([&] { answer(*asked, collect(report, std::move(checks), admin)); });
    };
    report.check(limit, answerWith);
}

} // namespace venomx::doctor
