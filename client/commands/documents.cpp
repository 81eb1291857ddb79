#include "client/commands/documents.h"

#include "client/Failure.h"
#include "client/Misused.h"

#include <string>
#include <venomx/sdk/json_writer.h>

namespace venomx::client
{
namespace
{

/// Takes `--dir FOLDER` or `--dir=FOLDER` and gives how many words it is.
std::size_t takeFolder(Words words, std::optional<std::string_view>& folder)
{
    constexpr std::string_view kAttached{"--dir="};
    const bool attached = words.front().starts_with(kAttached);
    if (!attached && words.front() != "--dir") return 0;
    if (folder) throw Failure::usage("--dir is given twice");
    if (!attached && words.size() < 2) throw Failure::usage("--dir needs a value");
    folder = attached ? words.front().substr(kAttached.size()) : words[1];
    if (folder->empty()) throw Failure::usage("--dir needs a value");
    return attached ? 1 : 2;
}

} // namespace

DocumentWords readDocumentWords(Cli& cli, const CommandLine& line, Words words, bool takesNames)
{
    DocumentWords read{.options = line.leading, .names = {}, .folder = {}};
    while (!words.empty())
    {
        std::size_t taken = takeOption(words, read.options);
        if (taken == 0 && takesNames) taken = takeFolder(words, read.folder);
        if (taken == 0)
        {
            if (!takesNames) throw unexpectedFor(words.front(), line.family);
            if (words.front().starts_with('-')) throw unexpectedFor(words.front(), line.family, {"dir"});
            read.names.push_back(words.front());
            taken = 1;
        }
        words = words.subspan(taken);
    }
    if (read.options.json) cli.wantJson();
    return read;
}

const Manifest& documentManifest(Cli& cli, const Options& options)
{
    cli.daemon().reachForHelp(options);
    const Manifest* manifest = cli.daemon().manifest();
    if (manifest == nullptr) throw cli.daemon().whyNot();
    if (!cli.daemon().isReached())
        cli.error().write("venomx: " + cli.daemon().whyNot().message() +
                          (cli.daemon().isInstalled() ? "; this is of the installed plugins\n" : "; this is of the daemon seen last\n"));
    return *manifest;
}

void printDocument(const Cli& cli, std::string_view text)
{
    if (!cli.json())
    {
        cli.out().write(text);
        return;
    }
    std::string json;
    JsonWriter{json}.beginObject().field("text", text).endObject();
    cli.out().write(json + "\n");
}

} // namespace venomx::client
