// pane.send: text, keys or bytes to a pane's program.
#include <venomx/sdk/arena.h>
#include <venomx/sdk/base64.h>
#include <venomx/sdk/errors.h>
#include <venomx/sdk/verb_checks.h>

#include "Keys.h"
#include "PaneTable.h"
#include "Paste.h"
#include "fields.h"
#include "verbs.h"

namespace venomx::pane
{

namespace
{

constexpr Type kKey = Type::string();
constexpr Param kParams[] = {
    kPaneParam,
    {.name = "text", .type = Type::string(), .summary = "Text, sent byte for byte", .standardInput = true},
    {.name = "keys",
     .type = Type::array(kKey),
     .summary = "Keys in order: single characters, names such as Enter, Tab, Escape, Up, PageDown, F5, with C-, M-, S- before them"},
    {.name = "bytes", .type = Type::string(), .summary = "Bytes in base64, sent as they are"},
    {.name = "paste",
     .type = Type::boolean(),
     .summary = "Send text as a terminal pastes it: no escapes, line ends as Enter, between marks if the program asked for them",
     .fallback = false},
};
constexpr Param kResult[] = {
    kPaneResult,
    {.name = "bytes", .type = Type::integer(), .required = true, .summary = "Bytes that were queued"},
};
constexpr ErrorSpec kErrors[] = {
    kNoPane,
    {.code = "denied.write", .when = "The caller's grants do not cover those of the pane's principal", .data = spawn_params::kRight},
    {.code = "invalid_params.keys", .when = "A key has an unknown name", .data = spawn_params::kParamOnly},
    {.code = "invalid_params.input",
     .when = "Not exactly one of text, keys and bytes; bytes that are not base64; paste without text",
     .data = spawn_params::kParamOnly},
    kPaneExited,
    {.code = "unavailable.input_full", .when = "The program does not read, and its queue has no room for all of it"},
};
constexpr Example kExamples[] = {
    {.summary = "A command and Enter", .params = R"({"pane": "p0", "text": "make test\n"})"},
    {.summary = "Leave an editor", .params = R"({"pane": "p0", "keys": ["Escape", ":", "q", "!", "Enter"]})"},
    {.summary = "Interrupt", .params = R"({"pane": "p0", "keys": ["C-c"]})"},
};
constexpr VerbSpec kSpec{.name = "pane.send",
                         .summary = "Send input to a pane's program",
                         .description = "It takes exactly one of text, keys and bytes. All of it is queued, in order, or none. Input "
                                        "carries the authority of whoever runs in the pane, so the "
                                        "caller's grants must also cover those of the pane's principal.",
                         .authorize = {{Right::write, "pane"}},
                         .effect = Effect::write,
                         .params = kParams,
                         .result = kResult,
                         .errors = kErrors,
                         .examples = kExamples};
static_assert(valid(kSpec));

Refusal badInput(Literal message, std::string_view param)
{
    return Refusal{"invalid_params.input", message}.at(param);
}

Refusal notOneInput(std::string_view param)
{
    return badInput("give exactly one of text, keys and bytes", param);
}

/// Which of the three the call holds.
std::string_view kindOf(const Call& call)
{
    std::string_view given;
    for (const std::string_view kind : {"text", "keys", "bytes"})
    {
        if (call.find(kind) == nullptr) continue;
        if (!given.empty()) throw notOneInput(kind);
        given = kind;
    }
    if (given.empty()) throw notOneInput("text");
    if (call.flag("paste") && given != "text") throw badInput("paste goes with text alone", "paste");
    return given;
}

/// All keys in the modes in force. Their names are known to be good.
std::string_view encodeKeys(const Value& keys, const Modes& modes, Arena& arena)
{
    const KeyModes keyModes{.applicationCursor = modes.applicationCursor,
                            .backspaceSendsBackspace = modes.backspaceSendsBackspace,
                            .newLine = modes.newLine,
                            .modifyOtherKeys = modes.modifyOtherKeys};
    constexpr std::size_t kLongestKey = 32;
    const std::span<char> room = arena.array<char>(keys.items().size() * kLongestKey);
    std::size_t size = 0;
    for (const Value& key : keys.items())
    {
        const auto bytes = encodeKey(key.asString(), keyModes);
        size += bytes->copy(room.data() + size, kLongestKey);
    }
    return {room.data(), size};
}

void checkKeys(const Value& keys)
{
    for (std::size_t i = 0; i < keys.items().size(); ++i)
        if (!encodeKey(keys.items()[i].asString(), {}))
            throw Refusal{"invalid_params.keys", "unknown key; keys are written like a, Escape, F5, C-c or M-x"}.at("keys." +
                                                                                                                    std::to_string(i));
}

Console::Sent sendInput(const Call& call, std::string_view kind, Console& console)
{
    Arena arena;
    const Value& input = *call.find(kind);
    if (kind == "keys") return console.send([&](const Modes& modes) { return encodeKeys(input, modes, arena); });
    if (kind == "bytes")
    {
        const auto bytes = fromBase64(input.asString(), arena);
        if (!bytes) throw badInput("bytes is not base64", "bytes");
        return console.send([&](const Modes&) { return *bytes; });
    }
    const bool paste = call.flag("paste");
    return console.send([&](const Modes& modes)
                        { return paste ? pasted(input.asString(), modes.bracketedPaste, arena) : input.asString(); });
}

void send(PaneTable& table, Call& call)
{
    const PanePtr pane = table.get(call.pane());
    const std::string_view kind = kindOf(call);
    if (kind == "keys") checkKeys(*call.find(kind));
    if (pane->ended()) throw errors::paneExited();
    const PrincipalId caller = call.caller();
    if (pane->principal != caller && !table.around().principals.covers(caller, pane->principal)) throw errors::denied(Right::write);
    const Console::Sent sent = sendInput(call, kind, *pane->console);
    if (sent.outcome == Console::Sent::Outcome::gone) throw errors::paneExited();
    if (sent.outcome == Console::Sent::Outcome::full) throw Refusal{"unavailable.input_full", "the pane's input queue is full"};
    if (sent.waiting) pane->thread->flush(pane->console);
    table.countInput(sent.bytes);
    Result result;
    result.field("pane", pane->id.str()).field("bytes", static_cast<std::uint64_t>(sent.bytes));
    call.answer(std::move(result));
}

} // namespace

Verb sendVerb(PaneTable& table)
{
    return {.spec = &kSpec, .run = [&table](Call& call) { send(table, call); }};
}

} // namespace venomx::pane
