#include "client/Concat.h"
#include "client/Failure.h"
#include "client/Json.h"
#include "client/documents/Facts.h"
#include "client/documents/Markdown.h"
#include "client/documents/Reference.h"
#include "client/help/ExampleLine.h"
#include "client/help/Synopsis.h"

#include <array>
#include <vector>
#include <venomx/sdk/json_writer.h>

namespace venomx::client
{
namespace
{

using Rows = std::vector<std::vector<std::string>>;

std::string part(std::string_view heading, const std::string& table)
{
    return table.empty() ? std::string{} : concat({"\n", heading, "\n\n", table});
}

std::string facts(const Manifest& manifest, const VerbView& verb)
{
    const std::string rights = rightsText(verb);
    std::string out = concat({"- Verb ", markdownCode(verb.name()), ", of the plugin ", markdownText(pluginOf(manifest, verb)), "; it ",
                              effectText(verb), ".\n- Rights: ", rights.empty() ? "anyone may call it" : markdownText(rights), ".\n"});
    if (verb.stream()) out += "- The answer is followed by a stream, a line each, until its end frame.\n";
    if (const std::string exit = exitText(verb); !exit.empty()) out += concat({"- Exit status ", markdownText(exit), ".\n"});
    return out;
}

std::string meaning(const VerbView& verb, const Field& field)
{
    std::string text = markdownText(field.param.summary());
    if (field.param.readsStandardInput()) text += "; `-` reads standard input";
    if (field.path == verb.rest()) text += "; on the command line also the words after `--`";
    return text;
}

std::string parameters(const VerbView& verb)
{
    constexpr std::array<std::string_view, 5> kHeadings{"parameter", "flag", "type", "default", "meaning"};
    Rows rows;
    for (const Field& field : flattened(verb.params()))
    {
        const bool top = field.path == field.param.name();
        rows.push_back({markdownCode(field.path), top ? markdownCode(flagText(field.param)) : std::string{},
                        markdownText(typeText(field.param.type())),
                        field.param.required() ? "required" : markdownCode(defaultText(field.param)), meaning(verb, field)});
    }
    return markdownTable(kHeadings, rows);
}

std::string groups(const VerbView& verb)
{
    std::string names;
    for (const Value& included : itemsAt(verb.json(), "include"))
        if (included.is(Value::Kind::string)) names += (names.empty() ? "" : ", ") + markdownCode(included.asString());
    return names.empty() ? std::string{} : concat({"\nThe last of these, and their errors, come from the shared group ", names, ".\n"});
}

std::string results(const VerbView& verb)
{
    constexpr std::array<std::string_view, 3> kHeadings{"field", "type", "meaning"};
    Rows rows;
    for (const Field& field : flattened(verb.results()))
        rows.push_back({markdownCode(field.path),
                        concat({markdownText(typeText(field.param.type())), field.param.required() ? "" : ", may be absent"}),
                        markdownText(field.param.summary())});
    return markdownTable(kHeadings, rows);
}

std::string dataText(const ErrorView& error)
{
    std::string text;
    for (const Field& field : flattened(paramViews(error.data)))
        text += concat({text.empty() ? "" : "; ", markdownCode(field.path), ": ", markdownText(field.param.summary())});
    return text;
}

std::string errors(const VerbView& verb)
{
    constexpr std::array<std::string_view, 4> kHeadings{"error", "exit", "when", "data"};
    Rows rows;
    for (const ErrorView& error : verb.errors())
        rows.push_back({markdownCode(error.code), std::to_string(exitStatusOf(error.code)), markdownText(error.when), dataText(error)});
    return markdownTable(kHeadings, rows);
}

std::string request(const VerbView& verb, const Value& params)
{
    std::string text;
    JsonWriter{text}.beginObject().field("verb", verb.name()).field("params", params).endObject();
    return text;
}

std::string examples(const VerbView& verb)
{
    std::string out;
    for (const Value& example : verb.examples())
    {
        const Value* params = memberAt(example, "params");
        if (params == nullptr) continue;
        out += concat({"\n", markdownText(textAt(example, "summary")), ":\n\n", markdownBlock("sh", exampleLine(verb, *params)), "\n",
                       markdownBlock("json", request(verb, *params))});
    }
    return out;
}

} // namespace

std::string referenceSection(const Manifest& manifest, const VerbView& verb)
{
    std::string out = concat(
        {"### ", markdownText(verb.name()), "\n\n", markdownText(verb.summary()), ".\n\n", markdownBlock("", synopsisLine(verb)), "\n"});
    if (!verb.description().empty()) out += concat({verb.description(), "\n\n"});
    out += facts(manifest, verb);
    out += part("Parameters:", parameters(verb)) + groups(verb);
    out += part(verb.stream() ? "Answer, before the stream:" : "Result:", results(verb));
    out += part("Errors:", errors(verb));
    return out + examples(verb);
}

} // namespace venomx::client
