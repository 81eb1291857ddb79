// pane.output: the bytes that a pane's programs write, as they write them.
#include <algorithm>
#include <venomx/sdk/verb_checks.h>

#include "OutputStream.h"
#include "PaneTable.h"
#include "fields.h"
#include "verbs.h"

namespace venomx::pane
{

namespace
{

constexpr Param kParams[] = {
    kPaneParam,
    {.name = "since",
     .type = Type::integer(0),
     .summary = "First byte wanted, as an offset of bytes_out (0: the oldest kept); default: from now on"},
    {.name = "follow",
     .type = Type::boolean(),
     .summary = "Go on until the pane exits; otherwise end with what is there",
     .fallback = true},
};
constexpr Param kResult[] = {
    kPaneResult,
    {.name = "from", .type = Type::integer(), .required = true, .summary = "Offset of the first byte that follows"},
    {.name = "next", .type = Type::integer(), .required = true, .summary = "Offset of the first byte yet to be written"},
};
constexpr ErrorSpec kErrors[] = {kNoPane};
constexpr Example kExamples[] = {
    {.summary = "What is kept, and all that follows", .params = R"({"pane": "p0", "since": 0})"},
};
constexpr VerbSpec kSpec{.name = "pane.output",
                         .summary = "Stream a pane's raw output",
                         .description = "Frames of {offset, bytes} with bytes in base64; the command line prints the bytes themselves, and "
                                        "frames with --json. The last 256 KiB are kept; a reader that falls behind "
                                        "goes on with the oldest byte kept, and the offsets show the gap.",
                         .authorize = {{Right::read, "pane"}},
                         .effect = Effect::read,
                         .params = kParams,
                         .result = kResult,
                         .errors = kErrors,
                         .examples = kExamples,
                         .stream = true,
                         .waits = true};
static_assert(valid(kSpec));

void output(PaneTable& table, Call& call)
{
    const PanePtr pane = table.get(call.pane());
    const auto since = call.findInteger("since");
    const bool follow = call.flag("follow");
    const auto [oldest, next] = pane->console->lookAtOutput([](const OutputRing& ring) { return std::pair{ring.oldest(), ring.next()}; });
    const std::uint64_t from = since ? std::clamp(static_cast<std::uint64_t>(*since), oldest, next) : next;
    Result result;
    result.field("pane", pane->id.str()).field("from", from).field("next", next);
    auto stream = call.stream(std::move(result));
    std::make_shared<OutputStream>(table.around().loop, pane, std::move(stream), from, follow ? std::nullopt : std::optional{next})
        ->start();
}

} // namespace

Verb outputVerb(PaneTable& table)
{
    return {.spec = &kSpec, .run = [&table](Call& call) { output(table, call); }};
}

} // namespace venomx::pane
