// pane.wait: until a pane exits, falls silent, prints something, or shows a prompt.
#include <venomx/sdk/verb_checks.h>

#include "PaneTable.h"
#include "Wait.h"
#include "fields.h"
#include "verbs.h"
#include "watchers.h"

namespace venomx::pane
{

namespace
{

constexpr std::int64_t kLongest = 86'400'000;
constexpr Param kParams[] = {
    kPaneParam,
    {.name = "until", .type = Type::string({"exit", "idle", "match", "prompt"}), .required = true, .summary = "What to wait for"},
    {.name = "match",
     .type = Type::string(),
     .summary = "With until match: an RE2 expression, looked for in each logical line (the last 64 KB of a longer one)"},
    {.name = "since",
     .type = Type::integer(0),
     .summary = "With until match or prompt: only what was written at this offset of bytes_out or later; default: what is there counts"},
    {.name = "idle_ms", .type = Type::integer(1, kLongest), .summary = "With until idle: how long without output", .fallback = 500},
    {.name = "timeout_ms", .type = Type::integer(0, kLongest), .summary = "How long to wait at most", .fallback = 30'000},
};
constexpr Param kResult[] = {
    kPaneResult,
    {.name = "reason",
     .type = Type::string({"exit", "idle", "match", "prompt", "timeout"}),
     .required = true,
     .summary = "What happened first; exit whatever was waited for"},
    {.name = "status", .type = Type::object(kStatusFields), .summary = "How the process ended, when it has"},
    {.name = "match", .type = Type::string(), .summary = "The text that matched"},
    {.name = "offset", .type = Type::integer(), .required = true, .summary = "Where a next wait should start"},
    {.name = "waited_ms", .type = Type::integer(), .required = true, .summary = "How long it took"},
};
constexpr ErrorSpec kErrors[] = {
    kNoPane,
    {.code = "invalid_params.match",
     .when = "match is not an RE2 expression, too large, missing, or given without until match",
     .data = spawn_params::kParamOnly},
    {.code = "unavailable.cancelled", .when = "The request was cancelled"},
};
constexpr Example kExamples[] = {
    {.summary = "Until the tests have passed or failed", .params = R"({"pane": "p0", "until": "match", "match": "(PASS|FAIL)ED"})"},
    {.summary = "Until the program has ended, at most a minute", .params = R"({"pane": "p0", "until": "exit", "timeout_ms": 60000})"},
};
constexpr VerbSpec kSpec{.name = "pane.wait",
                         .summary = "Wait for a pane to exit, fall silent, print or prompt",
                         .description =
                             "Whatever is waited for, the end of the process answers with reason exit, and the time limit with reason "
                             "timeout, which is a result and no error.",
                         .authorize = {{Right::read, "pane"}},
                         .effect = Effect::read,
                         .params = kParams,
                         .result = kResult,
                         .errors = kErrors,
                         .examples = kExamples,
                         .waits = true};
static_assert(valid(kSpec));

Refusal badMatch(Literal message)
{
    return Refusal{"invalid_params.match", message}.at("match");
}

std::shared_ptr<const RE2> expression(std::string_view text)
{
    constexpr std::int64_t kMemory = std::int64_t{1} << 20;
    constexpr int kInstructions = 2'000; // each may cost time for each character, where the memory does not suffice
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(kMemory);
    auto compiled = std::make_shared<const RE2>(re2::StringPiece{text.data(), text.size()}, options);
    if (!compiled->ok() || compiled->ProgramSize() > kInstructions) throw badMatch("match is not an RE2 expression, or too large");
    return compiled;
}

void wait(PaneTable& table, Call& call)
{
    const PanePtr pane = table.get(call.pane());
    const std::string_view until = call.text("until");
    const auto match = call.findText("match");
    if (!match && until == "match") throw badMatch("until match needs match, the expression");
    if (match && until != "match") throw badMatch("match goes with until match alone");
    const auto compiled = match ? expression(*match) : nullptr;
    const auto since = static_cast<std::uint64_t>(call.findInteger("since").value_or(0));
    const std::chrono::milliseconds limit{call.integer("timeout_ms")};
    const std::chrono::milliseconds quiet{call.integer("idle_ms")};
    const bool idle = until == "idle";
    const bool prompt = until == "prompt";

    const auto waiting = std::make_shared<Wait>(table.shareAround(), pane, std::move(call));
    if (compiled)
    {
        const auto search = std::make_shared<MatchSearch>(compiled, since);
        const auto lookOn = [search, pass = MatchSearch::Pass{}](const Console& console) mutable -> Wait::Look
        {
            auto found = search->look(console, pass);
            return {.found = std::move(found), .more = pass.next.has_value()};
        };
        return waiting->begin(std::make_shared<MatchWatcher>(waiting, search), lookOn, limit);
    }
    if (prompt)
    {
        const auto lookOn = [since](const Console& console) -> Wait::Look { return {.found = findPrompt(console, since)}; };
        return waiting->begin(std::make_shared<PromptWatcher>(waiting, since), lookOn, limit);
    }
    waiting->begin(idle ? std::make_shared<IdleWatcher>(waiting, quiet) : nullptr, nullptr, limit);
}

} // namespace

Verb waitVerb(PaneTable& table)
{
    return {.spec = &kSpec, .run = [&table](Call& call) { wait(table, call); }};
}

} // namespace venomx::pane
