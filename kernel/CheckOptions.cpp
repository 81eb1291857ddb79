#include <filesystem>
#include <string_view>

#include "kernel/OptionWords.h"
#include "kernel/PluginCheck.h"
#include "kernel/wire/SocketPath.h"

namespace venomx::kernel
{

const char* const kCheckUsage = "usage: venomx plugin check [--json] [--config FILE] [-D key=value]... FILE\n";

CheckOptions CheckOptions::parse(std::span<const char* const> words)
{
    CheckOptions options;
    OptionWords rest{words};
    while (rest.next())
    {
        const std::string_view word = rest.word();
        if (word == "--json")
            options.json = true;
        else if (word == "--help" || word == "-h")
            options.help = true;
        else if (auto config = rest.pathOf("--config"))
            options.config = std::move(*config);
        else if (auto setting = rest.setting())
            options.overrides.push_back(std::move(*setting));
        else if (word.starts_with('-'))
            throw StartError{exit_status::kUsage, "unknown option: " + std::string{word}};
        else if (!options.file.empty())
            throw StartError{exit_status::kUsage, "one file at a time"};
        else
            options.file = std::filesystem::absolute(word).lexically_normal().string();
    }
    if (options.file.empty() && !options.help) throw StartError{exit_status::kUsage, "which file? venomx plugin check FILE"};
    return options;
}

} // namespace venomx::kernel
