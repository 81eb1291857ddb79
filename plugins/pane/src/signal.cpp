// pane.signal: a signal to the processes of a pane.
#include <chrono>
#include <csignal>
#include <set>
#include <thread>
#include <utility>
#include <venomx/sdk/errors.h>
#include <venomx/sdk/verb_checks.h>

#include "PaneTable.h"
#include "Signals.h"
#include "fields.h"
#include "verbs.h"

namespace venomx::pane
{

namespace
{

constexpr Param kParams[] = {
    kPaneParam,
    {.name = "signal", .type = Type::string(), .required = true, .summary = "Name, with or without SIG: TERM, SIGINT, RTMIN+1"},
    {.name = "group",
     .type = Type::string({"foreground", "leader", "all"}),
     .summary = "Who gets it: the terminal's foreground process group, the pane's own process, or that and all its descendants",
     .fallback = "foreground"},
};
constexpr Param kResult[] = {kPaneResult};
constexpr ErrorSpec kErrors[] = {
    kNoPane,
    {.code = "invalid_params.signal", .when = "No such signal", .data = spawn_params::kParamOnly},
    kPaneExited,
};
constexpr Example kExamples[] = {
    {.summary = "What C-c does", .params = R"({"pane": "p0", "signal": "INT"})"},
    {.summary = "Ask the whole tree to end", .params = R"({"pane": "p0", "signal": "TERM", "group": "all"})"},
};
constexpr VerbSpec kSpec{.name = "pane.signal",
                         .summary = "Send a signal to a pane's processes",
                         .authorize = {{Right::write, "pane"}},
                         .effect = Effect::destroy,
                         .params = kParams,
                         .result = kResult,
                         .errors = kErrors,
                         .examples = kExamples};
static_assert(valid(kSpec));

void answer(Call& call, PaneId pane)
{
    Result result;
    result.field("pane", pane.str());
    call.answer(std::move(result));
}

/// Each member once, in as many looks as it takes to see the whole tree; false when that could not be seen.
bool signalTree(const Processes& processes, const TreeRoot& root, const std::vector<pid_t>& others, int signal)
{
    constexpr int kLooks = 10;
    constexpr std::chrono::milliseconds kPause{20};
    std::set<std::pair<pid_t, std::uint64_t>> signalled;
    for (int look = 0; look < kLooks; ++look)
    {
        if (look > 0) std::this_thread::sleep_for(kPause);
        const Tree tree = findTree(processes, root, others);
        for (const TreeMember& member : tree.members)
            if (signalled.emplace(member.pid, member.started).second) processes.signal(member.pidfd, signal);
        if (tree.whole) return true;
    }
    return false;
}

/// The tree is looked for on a worker, and signalled there.
void signalAll(PaneTable& table, Call& call, const Pane& pane, int signal)
{
    auto waiting = std::make_shared<Call>(std::move(call));
    table.around().workers.submit(
        [waiting, signal, id = pane.id, root = table.rootOf(pane), others = table.processes(), system = table.system()]
        {
            if (signalTree(*system, root, others, signal))
                answer(*waiting, id);
            else
                waiting->refuse({"unavailable.busy", "the daemon has no descriptor to look at all of the pane's processes"});
        });
}

void signalPane(PaneTable& table, Call& call)
{
    const PanePtr pane = table.get(call.pane());
    const auto number = signalNumber(call.text("signal"));
    if (!number) throw Refusal{"invalid_params.signal", "no such signal"}.at("signal");
    if (pane->ended()) throw errors::paneExited();
    const std::string_view group = call.text("group");
    if (group == "all") return signalAll(table, call, *pane, *number);
    const auto foreground = group == "foreground" ? pane->console->foregroundGroup() : std::nullopt;
    if (!foreground || ::kill(-*foreground, *number) != 0) table.system()->signal(pane->pidfd, *number);
    answer(call, pane->id);
}

} // namespace

Verb signalVerb(PaneTable& table)
{
    return {.spec = &kSpec, .run = [&table](Call& call) { signalPane(table, call); }};
}

} // namespace venomx::pane
