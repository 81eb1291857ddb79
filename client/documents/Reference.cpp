#include "client/documents/Reference.h"

#include "client/Concat.h"
#include "client/Failure.h"
#include "client/Json.h"
#include "client/documents/Facts.h"
#include "client/documents/Markdown.h"
#include "client/help/Help.h"

#include <array>
#include <vector>

namespace venomx::client
{
namespace
{

using Rows = std::vector<std::vector<std::string>>;

constexpr std::string_view kCalling{
    "Each verb is one request on the daemon's socket and one command. `pane.split` is asked as\n"
    "`{\"id\":1,\"verb\":\"pane.split\",\"params\":{...}}`, a JSON object on a line of its own, and typed as `venomx pane split`.\n"
    "\n"
    "A parameter `env_unset` is the flag `--env-unset`. Strings are passed as they are; `--flag=value` works too. A boolean is\n"
    "`--flag` or `--no-flag`. Arrays and objects take one JSON value that begins with `[` or `{`; for an array of strings a plain\n"
    "word is one element and the flag may be repeated, and for an array of `{name, value}` so may `NAME=VALUE`. The words after\n"
    "`--` fill the one parameter that a verb says. Unknown parameters are errors, at every depth.\n"};

constexpr std::string_view kOpening{"# venomx: reference\n"
                                    "\n"
                                    "What this daemon can do, written by `venomx docs` from its manifest.\n"
                                    "\n"};

constexpr std::string_view kErrors{
    "The part of a code before the dot decides. With `--json` an error is printed as\n"
    "`{\"error\":{\"code\",\"message\",\"data\"}}` on standard output, else as `venomx: <message> (<code>)` on "
    "standard error.\n"
    "\n"};

std::string anchor(std::string_view heading)
{
    std::string text;
    for (const char byte : heading)
        if (byte != '.') text += byte == ' ' ? '-' : byte;
    return text;
}

std::string commonSection()
{
    constexpr std::array<std::string_view, 2> kHeadings{"flag", "meaning"};
    Rows rows;
    for (const Term& term : commonTerms()) rows.push_back({markdownCode(term.first), markdownText(term.second)});
    return markdownTable(kHeadings, rows);
}

std::string statusSection()
{
    constexpr std::array<std::string_view, 3> kHeadings{"exit status", "error codes", "meaning"};
    Rows rows{{"0", "", "success"}};
    for (const ErrorClass& known : errorClasses())
        rows.push_back({std::to_string(exitStatusOf(known.name)), markdownCode(concat({known.name, ".*"})), markdownText(known.meaning)});
    return markdownTable(kHeadings, rows);
}

std::string contents(std::span<const Family> all)
{
    constexpr std::array<std::string_view, 3> kHeadings{"command", "verb", "what it does"};
    Rows rows;
    for (const Family& family : all)
        for (const VerbView& verb : family.verbs)
            rows.push_back({concat({"[", markdownCode(concat({"venomx ", verb.command()})), "](#", anchor(verb.name()), ")"}),
                            markdownCode(verb.name()), markdownText(verb.summary())});
    return markdownTable(kHeadings, rows);
}

std::string plugins(const Manifest& manifest)
{
    constexpr std::array<std::string_view, 5> kHeadings{"plugin", "version", "what it is", "provides", "needs"};
    const auto listed = [](std::span<const Value> words)
    {
        std::string text;
        for (const Value& word : words)
            if (word.is(Value::Kind::string)) text += (text.empty() ? "" : ", ") + markdownCode(word.asString());
        return text;
    };
    Rows rows;
    for (const Value& plugin : manifest.plugins())
        rows.push_back({markdownCode(textAt(plugin, "plugin")), markdownText(textAt(plugin, "version")),
                        markdownText(textAt(plugin, "summary")), listed(itemsAt(plugin, "provides")), listed(itemsAt(plugin, "needs"))});
    return markdownTable(kHeadings, rows);
}

} // namespace

std::string referenceDocument(const Manifest& manifest)
{
    const std::vector<Family> all = families(manifest);
    std::string out = concat({kOpening, contents(all), "\n## Calling a verb\n\n", kCalling, "\nFlags of every command:\n\n",
                              commonSection(), "\n## Errors and exit statuses\n\n", kErrors, statusSection()});
    for (const Family& family : all)
    {
        out += concat({"\n## ", markdownText(kebab(family.name)), "\n"});
        for (const VerbView& verb : family.verbs) out += "\n" + referenceSection(manifest, verb);
    }
    return concat({out, "\n## Plugins\n\n", plugins(manifest)});
}

} // namespace venomx::client
