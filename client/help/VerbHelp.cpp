#include "client/Concat.h"
#include "client/Failure.h"
#include "client/Json.h"
#include "client/documents/Facts.h"
#include "client/help/ExampleLine.h"
#include "client/help/Help.h"
#include "client/help/Layout.h"
#include "client/help/Synopsis.h"

#include <span>
#include <vector>

namespace venomx::client
{
namespace
{

std::string usageLine(const VerbView& verb)
{
    std::string line = "venomx " + verb.command();
    bool optional = false;
    for (const ParamView& param : verb.params())
    {
        if (param.required() && param.name() != verb.rest())
            line += concat({" ", flagText(param)});
        else
            optional = true;
    }
    if (optional) line += " [--flag value ...]";
    if (!verb.rest().empty()) line += concat({" [-- ", kebab(verb.rest()), " ...]"});
    return line;
}

std::string section(const Page& page, std::string_view heading, const std::vector<Term>& terms)
{
    if (terms.empty()) return {};
    return concat({"\n", page.palette.heading(heading), "\n", definitions(terms, page.columns)});
}

/// What the elements of a JSON value hold, below its flag.
void addFields(std::vector<Term>& terms, const ParamView& param)
{
    if (param.type().isPairs()) return;
    const std::vector<Field> fields = flattened(std::span{&param, 1});
    for (const Field& field : std::span{fields}.subspan(1)) terms.emplace_back("  " + field.path, field.param.summary());
}

std::vector<Term> flags(const VerbView& verb, bool required)
{
    std::vector<Term> terms;
    for (const ParamView& param : verb.params())
    {
        if (param.required() != required) continue;
        std::string text{param.summary()};
        if (const std::string more = notes(param, param.name() == verb.rest()); !more.empty()) text += concat({" ", more});
        terms.emplace_back(flagText(param), std::move(text));
        addFields(terms, param);
    }
    return terms;
}

std::vector<Term> results(const VerbView& verb)
{
    std::vector<Term> terms;
    for (const ParamView& field : verb.results()) terms.emplace_back(field.name(), field.summary());
    return terms;
}

std::vector<Term> errors(const VerbView& verb)
{
    std::vector<Term> terms;
    for (const ErrorView& error : verb.errors())
        terms.emplace_back(concat({error.code, " (", std::to_string(exitStatusOf(error.code)), ")"}), error.when);
    return terms;
}

std::string examples(const VerbView& verb, const Page& page)
{
    std::string out;
    for (const Value& example : verb.examples())
    {
        const Value* params = memberAt(example, "params");
        if (params == nullptr) continue;
        if (out.empty()) out = concat({"\n", page.palette.heading("Examples:"), "\n"});
        out.append("  # ").append(textAt(example, "summary")).append("\n  ").append(exampleLine(verb, *params)).append("\n");
    }
    return out;
}

} // namespace

std::string verbHelp(const VerbView& verb, const Page& page)
{
    std::string out = concat({page.palette.heading(concat({"venomx ", verb.command()})), ": ", verb.summary(), "\n\n"});
    out += concat({page.palette.heading("Usage:"), "\n", paragraphs(usageLine(verb), 2, page.columns)});
    if (!verb.description().empty()) out += concat({"\n", paragraphs(verb.description(), 0, page.columns)});
    out += concat({"\n", paragraphs(rightsSentence(verb), 0, page.columns)});
    out += section(page, "Required flags:", flags(verb, true));
    out += section(page, "Flags:", flags(verb, false));
    out += section(page, verb.stream() ? "Before the stream:" : "Result:", results(verb));
    out += section(page, "Errors, with the exit status:", errors(verb));
    out += examples(verb, page);
    return concat({out, "\n", commonFlags(page)});
}

} // namespace venomx::client
