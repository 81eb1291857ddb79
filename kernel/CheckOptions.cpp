#include <filesystem>
#include <string_view>

#include "kernel/PluginCheck.h"
#include "kernel/wire/SocketPath.h"

namespace venomx::kernel
{

const char* const kCheckUsage = "usage: venomx plugin check [--json] [--config FILE] [-D key=value]... FILE\n";

CheckOptions CheckOptions::parse(std::span<const char* const> words)
{
    CheckOptions options;
    const auto valueOf = [&](std::size_t& at) -> std::string
    {
        if (at + 1 == words.size()) throw StartError{exit_status::kUsage, std::string{words[at]} + " needs a value"};
        return words[++at];
    };
    for (std::size_t at = 0; at < words.size(); ++at)
    {
        const std::string_view word{words[at]};
        if (word == "--json")
            options.json = true;
        else if (word == "--help" || word == "-h")
            options.help = true;
        else if (word == "--config")
            options.config = valueOf(at);
        else if (word.starts_with("--config="))
            options.config = word.substr(sizeof "--config=" - 1);
        else if (word == "-D")
            options.overrides.push_back(valueOf(at));
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
