#include "client/Concat.h"
#include "client/Failure.h"
#include "client/Suggest.h"
#include "client/commands/Commands.h"
#include "client/commands/documents.h"
#include "client/documents/Manual.h"
#include "client/documents/PageFiles.h"

#include <algorithm>
#include <string>
#include <venomx/sdk/json_writer.h>

namespace venomx::client
{
namespace
{

constexpr std::string_view kPrefix{"venomx-"};

/// "pane split", "pane.split", "pane-split" and "venomx-pane-split" are all the same page.
std::string askedName(std::span<const std::string_view> words)
{
    std::string name;
    for (const std::string_view word : words) name += concat({name.empty() ? "" : "-", word});
    for (char& byte : name)
        if (byte == '.' || byte == '_' || byte == ' ') byte = '-';
    return name == "venomx" || name.starts_with(kPrefix) ? name : concat({kPrefix, name});
}

Failure noSuchPage(const std::string& name, const std::vector<ManualPage>& pages)
{
    for (const Command& command : commands())
        if (askedName(std::span{&command.name, 1}) == name)
            return Failure::usage(concat({command.name, " has no page of its own"}), concat({"see: venomx ", command.name, " --help"}));
    std::vector<std::string> names;
    for (const ManualPage& page : pages) names.push_back(page.name);
    const std::string near = isName(name) ? didYouMean(name, names) : std::string{};
    return Failure::usage("there is no such page" + near, "see: venomx man");
}

void writeAll(const Cli& cli, std::string_view folder, const std::vector<ManualPage>& pages)
{
    writePages(std::string{folder}, pages);
    if (!cli.json()) return;
    std::string text;
    JsonWriter json{text};
    json.beginObject().key("files").beginArray();
    for (const ManualPage& page : pages) json.value(std::string_view{pageFile(page)});
    json.endArray().endObject();
    cli.out().write(text + "\n");
}

} // namespace

/// Roff, for a manual reader: `venomx man pane split | man -l -`.
int runMan(Cli& cli, const CommandLine& line, Words words)
{
    const DocumentWords read = readDocumentWords(cli, line, words, true);
    if (read.folder && !read.names.empty()) throw Failure::usage("--dir writes all pages; it takes no page");
    const std::vector<ManualPage> pages = manual(documentManifest(cli, read.options));
    if (read.folder)
    {
        writeAll(cli, *read.folder, pages);
        return 0;
    }
    const std::string name = read.names.empty() ? std::string{"venomx"} : askedName(read.names);
    const auto page = std::ranges::find(pages, name, &ManualPage::name);
    if (page == pages.end()) throw noSuchPage(name, pages);
    printDocument(cli, page->text);
    return 0;
}

} // namespace venomx::client
