#include "client/help/Help.h"

#include "client/Concat.h"
#include "client/commands/Commands.h"

#include <algorithm>
#include <array>
#include <vector>
#include <venomx/sdk/json_writer.h>

namespace venomx::client
{
namespace
{

/// A family's line at the top level: its only verb's summary, or the names of its verbs and of what the program adds to them.
std::string familySummary(std::string_view family, std::span<const VerbView> verbs)
{
    if (verbs.size() == 1 && verbs.front().name() == verbs.front().family()) return std::string{verbs.front().summary()};
    std::vector<std::string> names;
    for (const VerbView& verb : verbs)
    {
        const std::string command = verb.command();
        names.push_back(command.substr(std::min(command.find(' ') + 1, command.size())));
    }
    for (const Command* command : commandsOf(family)) names.emplace_back(command->second());
    std::ranges::sort(names);
    return listed(names);
}

std::vector<Term> families(const Manifest& manifest)
{
    std::vector<Term> terms;
    const std::vector<VerbView> verbs = manifest.verbs();
    for (auto first = verbs.begin(); first != verbs.end();)
    {
        const auto last = std::find_if(first, verbs.end(), [&](const VerbView& verb) { return verb.family() != first->family(); });
        std::string name = kebab(first->family());
        std::string summary = familySummary(name, {first, last});
        const auto alone = std::ranges::find_if(commands(), [&](const Command& command) { return command.alone && command.name == name; });
        if (alone != commands().end()) summary += concat({"; alone: ", alone->summary});
        terms.emplace_back(std::move(name), std::move(summary));
        first = last;
    }
    return terms;
}

std::vector<Term> localCommands()
{
    std::vector<Term> terms;
    for (const Command& command : commands())
        if (!command.alone && !command.asVerb) terms.emplace_back(command.name, command.summary);
    return terms;
}

} // namespace

std::span<const Term> commonTerms()
{
    static const std::array<Term, 5> kTerms{{{"--json", "Print the result as one JSON document; a stream, one event a line"},
                                             {"--socket PATH", "The daemon's socket (default: $VENOMX_SOCKET, then the user's own)"},
                                             {"--token @owner", "Act as the owner; $VENOMX_TOKEN holds a token or @owner"},
                                             {"--token-file PATH", "Act with the token in this file"},
                                             {"--help", "Show help for the command"}}};
    return kTerms;
}

std::string commonFlags(const Page& page)
{
    return page.palette.heading("Flags of every command:") + "\n" + definitions(commonTerms(), page.columns);
}

std::string topHelp(const Manifest* manifest, const Page& page)
{
    std::string out = page.palette.heading("venomx") + ": a headless terminal daemon for agents, scripts and services\n\n" +
                      page.palette.heading("Usage:") + "\n  venomx COMMAND [VERB] [--flag value ...] [-- words ...]\n\n";
    if (manifest != nullptr) out += page.palette.heading("Commands:") + "\n" + definitions(families(*manifest), page.columns) + "\n";
    out += page.palette.heading("Commands that need no daemon:") + "\n" + definitions(localCommands(), page.columns) + "\n";
    out += commonFlags(page) + "\n";
    if (manifest == nullptr) return out + "No daemon is running, so its commands are not known. How to start one: venomx serve --help\n";
    return out + "More: venomx COMMAND --help, venomx COMMAND VERB --help\n";
}

std::string familyHelp(const Manifest& manifest, std::string_view family, const Page& page)
{
    std::vector<Term> terms;
    for (const VerbView& verb : manifest.verbs())
        if (kebab(verb.family()) == family) terms.emplace_back("venomx " + verb.command(), verb.summary());
    if (terms.empty()) return {};
    std::vector<Term> own;
    for (const Command* command : commandsOf(family)) own.emplace_back(concat({"venomx ", command->name}), command->summary);
    std::string out = page.palette.heading("Verbs of " + std::string{family} + ":") + "\n" + definitions(terms, page.columns) + "\n";
    if (!own.empty()) out += page.palette.heading("Commands of the program itself:") + "\n" + definitions(own, page.columns) + "\n";
    return out + "More: venomx " + std::string{family} + " VERB --help\n";
}

std::string commandHelp(const Command& command, const Page& page)
{
    return concat({page.palette.heading(concat({"venomx ", command.name})), ": ", command.summary, "\n\n", command.help});
}

std::string commandHelpJson(const Command& command)
{
    std::string text;
    JsonWriter{text}.beginObject().field("name", command.name).field("summary", command.summary).field("help", command.help).endObject();
    return text + "\n";
}

std::string verbListJson(const Manifest& manifest, std::string_view family)
{
    std::string text;
    JsonWriter json{text};
    json.beginObject().key("verbs").beginArray();
    for (const VerbView& verb : manifest.verbs())
    {
        if (!family.empty() && kebab(verb.family()) != family) continue;
        json.beginObject().field("name", verb.name()).field("summary", verb.summary()).endObject();
    }
    json.endArray().key("commands").beginArray();
    for (const Command& command : commands())
        if (family.empty() || (!command.second().empty() && command.name.starts_with(concat({family, " "}))))
            json.beginObject().field("name", command.name).field("summary", command.summary).endObject();
    json.endArray().endObject();
    return text;
}

} // namespace venomx::client
