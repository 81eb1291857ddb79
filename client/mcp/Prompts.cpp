#include "client/mcp/Prompts.h"

#include "client/Concat.h"
#include "client/Json.h"

#include <algorithm>
#include <array>
#include <utility>
#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

constexpr std::array<PromptArgument, 3> kRunArguments{{
    {.name = "command", .description = "What to run, as one would type it in a shell", .required = true},
    {.name = "cwd", .description = "The absolute path of the directory to run it in", .required = false},
    {.name = "session", .description = "The session to run it in, by id or name; default: a new one", .required = false},
}};
constexpr std::array<PromptArgument, 3> kWatchArguments{{
    {.name = "pane", .description = "The pane to watch, by id", .required = true},
    {.name = "until", .description = "What to wait for, in words or as an RE2 expression", .required = true},
    {.name = "then", .description = "What to do when it has happened; default: report it", .required = false},
}};
constexpr std::array<PromptArgument, 2> kHandArguments{{
    {.name = "pane", .description = "The pane to hand over, by id", .required = true},
    {.name = "note", .description = "What whoever takes it over must know", .required = false},
}};

constexpr std::string_view kRun{
    "Run this command in a pane of venomx and report how it went: {command}\n"
    "Start it in the directory {cwd}.\n"
    "Use the session {session}.\n"
    "\n"
    "1. Without a session given, make one with session_create.\n"
    "2. Start it with window_create. There is no shell in between: pass argv word by word, or "
    "[\"sh\", \"-c\", \"...\"] where the command needs one.\n"
    "3. Wait with pane_wait until exit. A result with reason timeout is no end: wait again.\n"
    "4. Read with pane_capture, scrollback -1 and join true.\n"
    "5. Report the exit status and what matters of the output. A program that failed is a finding, not an error "
    "of the tools.\n"
    "6. Close what you made: with session_close a session that you made for it, else with pane_close the pane.\n"};
constexpr std::string_view kWatch{
    "Watch pane {pane} of venomx until: {until}\n"
    "When it has happened: {then}\n"
    "\n"
    "1. Note bytes_out of pane_info before you wait, and look at the screen with pane_capture: it may have "
    "happened already.\n"
    "2. Wait with pane_wait, until match with an RE2 expression for it, and since set to that offset. Never poll "
    "with pane_capture.\n"
    "3. Reason timeout: wait again with since set to offset of the result. Reason exit: the program has ended; "
    "report its status.\n"
    "4. Type nothing into the pane.\n"};
constexpr std::string_view kHand{
    "Prepare pane {pane} of venomx to be handed over.\n"
    "Whoever takes it over must know: {note}\n"
    "\n"
    "1. Read what it is with pane_info, and what it shows with pane_capture.\n"
    "2. If a program waits for an answer in it, say which, and do not answer it.\n"
    "3. Write what the next one needs: the pane's id, its program and state, what was done, what is open, and the "
    "offset bytes_out from which on output is news to you.\n"
    "4. Leave the pane open, and show none of what may be a secret on its screen.\n"};

constexpr std::array<Prompt, 3> kPrompts{{
    {.name = "hand_over_pane",
     .title = "Hand over a pane",
     .description = "Sum up a pane for a person or an agent who goes on with it",
     .arguments = kHandArguments,
     .text = kHand},
    {.name = "run_and_report",
     .title = "Run a command and report",
     .description = "Run a command on a terminal, wait for its end, and report its status and output",
     .arguments = kRunArguments,
     .text = kRun},
    {.name = "watch_until",
     .title = "Watch a pane until something happens",
     .description = "Wait without polling until a pane prints something or its program ends",
     .arguments = kWatchArguments,
     .text = kWatch},
}};

/// The line with the arguments in place; empty when it speaks of one that is not given.
std::string filled(std::string_view line, const Value* arguments, const Prompt& prompt)
{
    std::string text{line};
    for (std::size_t at = 0; (at = text.find('{', at)) != std::string::npos;)
    {
        const std::size_t end = text.find('}', at);
        const auto argument =
            std::ranges::find(prompt.arguments, std::string_view{text}.substr(at + 1, end - at - 1), &PromptArgument::name);
        if (argument == prompt.arguments.end()) break;
        const std::string_view given = arguments != nullptr ? textAt(*arguments, argument->name) : std::string_view{};
        if (given.empty()) return {};
        text.replace(at, end + 1 - at, given);
        at += given.size();
    }
    return text;
}

std::string wording(const Prompt& prompt, const Value* arguments)
{
    std::string text;
    for (std::string_view left = prompt.text; !left.empty();)
    {
        const std::size_t end = left.find('\n') + 1;
        text += filled(left.substr(0, end), arguments, prompt);
        left.remove_prefix(end);
    }
    return text;
}

/// What is wrong with the arguments, as an error's data; empty when they fit. Of one that is unknown the name may be anything.
std::string misfit(const Prompt& prompt, const Value* arguments)
{
    if (arguments != nullptr && !arguments->is(Value::Kind::object)) return R"({"argument":"arguments","reason":"type"})";
    std::size_t known = 0;
    for (const PromptArgument& argument : prompt.arguments)
    {
        const Value* given = arguments != nullptr ? arguments->find(argument.name) : nullptr;
        const bool text = given != nullptr && given->is(Value::Kind::string);
        if (given != nullptr && !text) return concat({R"({"argument":")", argument.name, R"(","reason":"type"})"});
        if (argument.required && (!text || given->asString().empty()))
            return concat({R"({"argument":")", argument.name, R"(","reason":"missing"})"});
        if (given != nullptr) ++known;
    }
    return arguments != nullptr && arguments->members().size() != known ? R"({"reason":"unknown"})" : std::string{};
}

} // namespace

std::span<const Prompt> prompts()
{
    return kPrompts;
}

const Prompt* findPrompt(std::string_view name)
{
    const auto* const found = std::ranges::find(kPrompts, name, &Prompt::name);
    return found != kPrompts.end() ? found : nullptr;
}

Items promptItems()
{
    Items items;
    for (const Prompt& prompt : kPrompts)
    {
        JsonWriter json{items[std::string{prompt.name}]};
        json.beginObject().field("name", prompt.name).field("title", prompt.title).field("description", prompt.description);
        json.key("arguments").beginArray();
        for (const PromptArgument& argument : prompt.arguments)
            json.beginObject()
                .field("name", argument.name)
                .field("description", argument.description)
                .field("required", argument.required)
                .endObject();
        json.endArray().endObject();
    }
    return items;
}

PromptAnswer promptResult(const Value* params)
{
    const Value* name = params != nullptr ? params->find("name") : nullptr;
    if (name == nullptr || !name->is(Value::Kind::string)) return {.result = {}, .error = kInvalidParams, .data = {}};
    const Prompt* prompt = findPrompt(name->asString());
    if (prompt == nullptr) return {.result = {}, .error = kUnknownPrompt, .data = {}};
    const Value* arguments = params->find("arguments");
    if (std::string wrong = misfit(*prompt, arguments); !wrong.empty())
        return {.result = {}, .error = kInvalidParams, .data = std::move(wrong)};
    PromptAnswer answer;
    JsonWriter json{answer.result};
    json.beginObject().field("description", prompt->description).key("messages").beginArray().beginObject();
    json.field("role", "user").key("content").beginObject().field("type", "text").field("text", wording(*prompt, arguments));
    json.endObject().endObject().endArray().endObject();
    return answer;
}

} // namespace venomx::client::mcp
