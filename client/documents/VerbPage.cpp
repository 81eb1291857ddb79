#include "client/Concat.h"
#include "client/Failure.h"
#include "client/Json.h"
#include "client/documents/Facts.h"
#include "client/documents/Manual.h"
#include "client/documents/Roff.h"
#include "client/help/ExampleLine.h"
#include "client/help/Synopsis.h"

namespace venomx::client
{
namespace
{

std::string upper(std::string text)
{
    for (char& byte : text)
        if (byte >= 'a' && byte <= 'z') byte = static_cast<char>(byte - 'a' + 'A');
    return text;
}

std::string fieldsText(std::span<const Field> fields)
{
    std::string text;
    for (const Field& field : fields)
        text += concat({text.empty() ? "" : "; ", field.path, " (", typeText(field.param.type()),
                        field.param.required() ? "" : ", may be absent", "): ", field.param.summary()});
    return text;
}

/// What a parameter or result holds within; nothing for most.
std::string partsText(const ParamView& param)
{
    const std::vector<Field> fields = flattened(std::span{&param, 1});
    return fields.size() == 1 ? std::string{} : concat({". Within: ", fieldsText(std::span{fields}.subspan(1))});
}

void synopsisSection(Roff& page, const VerbView& verb)
{
    std::vector<std::string> parts;
    for (const std::string& part : synopsis(verb)) parts.push_back(roffText(part));
    page.section("SYNOPSIS").usage(roffBold(concat({"venomx ", verb.command()})), parts);
}

void descriptionSection(Roff& page, const VerbView& verb)
{
    page.section("DESCRIPTION").paragraph(concat({verb.summary(), "."}));
    page.markdown(verb.description());
    page.paragraph(concat({"The verb ", verb.name(), " ", effectText(verb), ". ", rightsSentence(verb),
                           verb.stream() ? " Its answer is followed by a stream, a line each." : ""}));
}

void optionsSection(Roff& page, const VerbView& verb)
{
    const std::vector<ParamView> params = verb.params();
    page.section("OPTIONS");
    for (const ParamView& param : params)
    {
        const std::string more = notes(param, param.name() == verb.rest());
        const std::string text = concat({param.summary(), more.empty() ? "" : " ", more, partsText(param)});
        const std::string value = placeholder(param.type());
        page.term(value.empty() ? roffBold("--" + param.flag()) : concat({roffBold("--" + param.flag()), " ", roffItalic(value)}), text);
    }
    page.paragraph("The flags of every command, such as --json, are in venomx(1).");
}

void resultSection(Roff& page, const VerbView& verb)
{
    const std::vector<ParamView> results = verb.results();
    if (results.empty()) return;
    page.section(verb.stream() ? "ANSWER BEFORE THE STREAM" : "RESULT");
    for (const ParamView& result : results)
    {
        page.term(roffBold(result.name()), concat({result.summary(), " (", typeText(result.type()),
                                                   result.required() ? ")" : ", may be absent)", partsText(result)}));
    }
}

void errorsSection(Roff& page, const VerbView& verb)
{
    const std::vector<ErrorView> errors = verb.errors();
    if (!errors.empty()) page.section("ERRORS");
    for (const ErrorView& error : errors)
    {
        const std::string data = fieldsText(flattened(paramViews(error.data)));
        page.term(concat({roffBold(error.code), " (exit status ", std::to_string(exitStatusOf(error.code)), ")"}),
                  data.empty() ? std::string{error.when} : concat({error.when, ". Data: ", data}));
    }
}

void exitSection(Roff& page, const VerbView& verb)
{
    const std::string own = exitText(verb);
    page.section("EXIT STATUS")
        .paragraph(concat({"0 on success, else that of the error, as in venomx(1)", own.empty() ? "" : "; ", own, "."}));
}

void examplesSection(Roff& page, const VerbView& verb)
{
    if (!verb.examples().empty()) page.section("EXAMPLES");
    for (const Value& example : verb.examples())
    {
        const Value* params = memberAt(example, "params");
        if (params != nullptr) page.paragraph(concat({textAt(example, "summary"), ":"})).verbatim(exampleLine(verb, *params));
    }
}

void seeAlsoSection(Roff& page, const Manifest& manifest, const VerbView& verb)
{
    std::string text{"venomx(1)"};
    for (const VerbView& other : manifest.verbs())
        if (other.family() == verb.family() && other.name() != verb.name())
            text += concat({", ", pageName(other), "(", kManualSection, ")"});
    page.section("SEE ALSO").paragraph(text);
}

} // namespace

std::string verbPage(const Manifest& manifest, const VerbView& verb)
{
    Roff page{upper(pageName(verb)), pluginOf(manifest, verb)};
    page.section("NAME").line(concat({roffText(pageName(verb)), " \\- ", roffText(verb.summary())}));
    synopsisSection(page, verb);
    descriptionSection(page, verb);
    optionsSection(page, verb);
    resultSection(page, verb);
    errorsSection(page, verb);
    exitSection(page, verb);
    examplesSection(page, verb);
    seeAlsoSection(page, manifest, verb);
    return page.text();
}

} // namespace venomx::client
