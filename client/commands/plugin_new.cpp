#include "client/Cli.h"
#include "client/Failure.h"
#include "client/OwnPlace.h"
#include "client/commands/Commands.h"
#include "client/commands/documents.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>
#include <venomx/sdk/json_writer.h>

namespace venomx::client
{
namespace
{

namespace fs = std::filesystem;

constexpr std::string_view kTemplate{"share/venomx/template"};
constexpr std::string_view kTemplateName{"my-plugin"};
constexpr std::string_view kTemplateFamily{"my_plugin"};
constexpr std::size_t kLongest = 31; // as the stamp holds it
// Names that are taken: the daemon's own plugins and the command line's families.
constexpr std::string_view kTaken[] = {"kernel", "spawn", "pane", "window", "doctor", "session", "plugin", "daemon", "config"};

bool isPluginName(std::string_view name)
{
    const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return !name.empty() && name.size() <= kLongest && name.front() >= 'a' && name.front() <= 'z' && std::ranges::all_of(name, plain) &&
           !name.ends_with('-') && name.find("--") == std::string_view::npos;
}

std::string familyOf(std::string_view name)
{
    std::string family{name};
    std::ranges::replace(family, '-', '_');
    return family;
}

void replaceAll(std::string& text, std::string_view from, std::string_view to)
{
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) text.replace(at, from.size(), to);
}

std::string readAll(const fs::path& file)
{
    std::ifstream in{file, std::ios::binary};
    std::string text{std::istreambuf_iterator<char>{in}, {}};
    if (!in) throw Failure("unavailable.template", "a file of the template cannot be read");
    return text;
}

/// The template's files, relative to its folder, in order.
std::vector<fs::path> templateFiles(const fs::path& folder)
{
    std::error_code error;
    std::vector<fs::path> files;
    for (fs::recursive_directory_iterator entry{folder, error}, end; !error && entry != end; entry.increment(error))
        if (entry->is_regular_file(error)) files.push_back(entry->path().lexically_relative(folder));
    if (error || files.empty())
        throw Failure("unavailable.template", "the template is not installed", "it comes with the package venomx-dev");
    std::ranges::sort(files);
    return files;
}

void writeNew(const fs::path& file, const std::string& text)
{
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    std::ofstream out{file, std::ios::binary};
    out << text;
    out.close();
    if (error || !out) throw Failure("unavailable.files", "the plugin's files cannot be written");
}

std::string pluginName(std::span<const std::string_view> words)
{
    if (words.size() != 1) throw Failure::usage("plugin new takes one name", "see: venomx plugin new --help");
    const std::string name{words.front()};
    if (!isPluginName(name))
        throw Failure::usage("a plugin's name is of a-z, 0-9 and single dashes, begins with a letter and has at most 31 bytes");
    if (std::ranges::find(kTaken, name) != std::end(kTaken)) throw Failure::usage("the daemon has that name itself");
    return name;
}

} // namespace

/// Writes a folder of the plugin's name: the template with the name in the place of its own.
int runPluginNew(Cli& cli, const CommandLine& line, Words words)
{
    const DocumentWords read = readDocumentWords(cli, line, words, true);
    if (read.folder) throw Failure::usage("unknown flag", "see: venomx plugin new --help");
    const std::string name = pluginName(read.names);
    const std::string family = familyOf(name);
    const fs::path source = fs::path{underPrefix(kTemplate)};
    const std::vector<fs::path> files = templateFiles(source);

    std::error_code error;
    if (!fs::create_directory(name, error))
        throw Failure(error ? "unavailable.files" : "conflict.exists",
                      error ? "the folder cannot be made" : "there is a file or folder of that name");
    std::string list;
    JsonWriter json{list};
    json.beginObject().field("plugin", std::string_view{name}).key("files").beginArray();
    for (const fs::path& file : files)
    {
        std::string text = readAll(source / file);
        replaceAll(text, kTemplateName, name);
        replaceAll(text, kTemplateFamily, family);
        const fs::path made = fs::path{name} / file;
        writeNew(made, text);
        json.value(std::string_view{made.native()});
    }
    json.endArray().endObject();
    cli.out().write(cli.json() ? list + "\n" : "made " + name + "/; its README.md says how to go on\n");
    return 0;
}

} // namespace venomx::client
