#include "kernel/ServeOptions.h"

#include <optional>
#include <string_view>

#include "kernel/OptionWords.h"
#include "kernel/wire/SocketPath.h"

namespace venomx::kernel
{

const char* const kServeUsage = "usage: venomx serve [--socket PATH] [--config FILE] [--plugins DIR] [-D key=value]...\n";

namespace
{

void leaveOut(ServeOptions& options, std::string_view word)
{
    auto known = readEnding(word);
    if (!known) throw StartError{exit_status::kUsage, "--without is what an earlier life of the daemon says to the next"};
    options.without.insert(std::move(*known));
}

void take(ServeOptions& options, OptionWords& words)
{
    if (words.word() == "--help" || words.word() == "-h")
        options.help = true;
    else if (words.word() == "--version")
        options.version = true;
    else if (auto socket = words.pathOf("--socket"))
        options.socket = std::move(*socket);
    else if (auto config = words.pathOf("--config"))
        options.config = std::move(*config);
    else if (auto plugins = words.pathOf("--plugins"))
        options.overrides.push_back("plugins.dir=" + *plugins);
    else if (auto without = words.valueOf("--without"))
        leaveOut(options, *without);
    else if (auto setting = words.setting())
        options.overrides.push_back(std::move(*setting));
    else
        throw StartError{exit_status::kUsage, "unknown option: " + std::string{words.word()}};
}

} // namespace

ServeOptions ServeOptions::parse(std::span<const char* const> words)
{
    ServeOptions options;
    options.words.assign(words.begin(), words.end());
    OptionWords rest{words};
    if (!rest.next()) throw StartError{exit_status::kUsage, "what to do? venomxd serve"};
    options.describe = rest.word() == "manifest";
    if (!options.describe && rest.word() != "serve") take(options, rest);
    while (rest.next()) take(options, rest);
    return options;
}

} // namespace venomx::kernel
