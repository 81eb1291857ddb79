#include "client/Concat.h"
#include "client/Failure.h"
#include "client/Json.h"
#include "client/commands/Commands.h"
#include "client/documents/Facts.h"
#include "client/documents/Manual.h"
#include "client/documents/Roff.h"
#include "client/help/Help.h"

#include <array>

namespace venomx::client
{
namespace
{

using Named = std::pair<std::string_view, std::string_view>;

std::string sourceOf(const Manifest& manifest)
{
    for (const Value& plugin : manifest.plugins())
        if (textAt(plugin, "plugin") == "kernel") return concat({"venomx ", textAt(plugin, "version")});
    return "venomx";
}

void opening(Roff& page)
{
    page.section("NAME").line("venomx \\- a headless terminal daemon for agents, scripts and services");
    const std::array<std::string, 4> command{roffItalic("COMMAND"), roffText("[VERB]"), roffText("[--flag value ...]"),
                                             roffText("[-- words ...]")};
    const std::array<std::string, 4> serve{roffText("[--socket PATH]"), roffText("[--config FILE]"), roffText("[--plugins DIR]"),
                                           roffText("[-D KEY=VALUE ...]")};
    page.section("SYNOPSIS").usage(roffBold("venomx"), command).usage(roffBold("venomx serve"), serve);
    page.section("DESCRIPTION")
        .paragraph(
            "The daemon keeps sessions of windows of panes; each pane is one process on a terminal of its own, started exactly as asked, "
            "and may be read, written to and waited for. The program is its client: each of the daemon's verbs is a command, and "
            "venomx serve is the daemon.")
        .paragraph(
            "A parameter env_unset of a verb is the flag --env-unset. A boolean is --flag or --no-flag. Arrays and objects take one JSON "
            "value that begins with [ or {; for an array of strings a plain word is one element and the flag may be repeated, and for an "
            "array of {name, value} so may NAME=VALUE. --flag=value works too.");
}

void commandsSection(Roff& page, const Manifest& manifest)
{
    page.section("COMMANDS");
    for (const Family& family : families(manifest))
    {
        page.subsection(kebab(family.name));
        for (const VerbView& verb : family.verbs)
            page.term(roffBold(concat({"venomx ", verb.command()})),
                      concat({verb.summary(), "; see ", pageName(verb), "(", kManualSection, ")"}));
    }
    page.section("COMMANDS OF THE PROGRAM ITSELF");
    for (const Command& command : commands()) page.term(roffBold(concat({"venomx ", command.name})), command.summary);
}

void environmentSection(Roff& page)
{
    constexpr std::array<Named, 4> kVariables{
        {{"VENOMX_SOCKET", "The daemon's socket, where --socket is not given. serve does not use it."},
         {"VENOMX_TOKEN", "The caller's token, or @owner. In a pane it is set to the token of the pane's own principal."},
         {"VENOMX_PANE", "Set in a pane: its id. VENOMX_PRINCIPAL is the id of its principal."},
         {"NO_COLOR", "When it is set and not empty, nothing is coloured."}}};
    page.section("ENVIRONMENT");
    for (const auto& [name, meaning] : kVariables) page.term(roffBold(name), meaning);
}

void filesSection(Roff& page)
{
    constexpr std::array<Named, 3> kFiles{
        {{"$XDG_RUNTIME_DIR/venomx/venomx.sock",
          "The socket, where nothing else is said; without that directory /tmp/venomx-UID/venomx.sock."},
         {"SOCKET.owner", "The owner's token, beside the socket, for --token @owner. It is made afresh at each start of the daemon."},
         {"$XDG_CACHE_HOME/venomx/", "Manifests that were seen before, for help and documents without a daemon."}}};
    page.section("FILES");
    for (const auto& [name, meaning] : kFiles) page.term(roffItalic(name), meaning);
}

void exitSection(Roff& page)
{
    page.section("EXIT STATUS").paragraph("It follows from what stands before the dot of an error's code.");
    page.term(roffBold("0"), "success");
    for (const ErrorClass& known : errorClasses())
        page.term(roffBold(std::to_string(exitStatusOf(known.name))), concat({known.name, ": ", known.meaning}));
}

} // namespace

std::string programPage(const Manifest& manifest)
{
    Roff page{"VENOMX", sourceOf(manifest)};
    opening(page);
    commandsSection(page, manifest);
    page.section("OPTIONS");
    for (const Term& term : commonTerms()) page.term(roffBold(term.first), term.second);
    environmentSection(page);
    exitSection(page);
    filesSection(page);
    page.section("EXAMPLES")
        .verbatim("venomx serve &\n"
                  "venomx session create --name work --token @owner\n"
                  "venomx window create --session work --cwd \"$PWD\" --token @owner -- make test\n"
                  "venomx pane wait --pane p0 --until exit\n"
                  "venomx pane capture --pane p0 --scrollback -1\n");
    return page.text();
}

} // namespace venomx::client
