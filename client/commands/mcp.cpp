#include "client/Failure.h"
#include "client/Misused.h"
#include "client/commands/Commands.h"
#include "client/mcp/Server.h"
#include "client/mcp/Settings.h"

#include <charconv>
#include <csignal>
#include <optional>
#include <string>
#include <unistd.h>

namespace venomx::client
{

namespace
{

constexpr std::string_view kBudget{"--budget"};
constexpr std::string_view kToolset{"--toolset"};

/// The value of `--name VALUE` or `--name=VALUE` at the front of the words; `taken` becomes how many words it is.
std::optional<std::string_view> valueOf(std::string_view name, Words words, std::size_t& taken)
{
    const std::string_view word = words.front();
    if (word.size() > name.size() && word.starts_with(name) && word[name.size()] == '=')
    {
        taken = 1;
        return word.substr(name.size() + 1);
    }
    if (word != name) return std::nullopt;
    if (words.size() < 2) throw Failure::usage(std::string{name} + " needs a value");
    taken = 2;
    return words[1];
}

std::size_t budget(std::string_view text)
{
    std::size_t bytes = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
    if (error != std::errc{} || end != text.data() + text.size() || bytes < mcp::kLeastBudget || bytes > mcp::kMostBudget)
        throw Failure::usage("--budget takes a number of bytes, 1024 to 8388608");
    return bytes;
}

mcp::Toolset toolset(std::string_view text)
{
    if (text == "full") return mcp::Toolset::full;
    if (text == "core") return mcp::Toolset::core;
    throw Failure::usage("--toolset takes full or core");
}

std::size_t takeSetting(Words words, mcp::Settings& settings)
{
    std::size_t taken = takeOption(words, settings.options);
    if (taken > 0) return taken;
    if (const std::optional<std::string_view> value = valueOf(kBudget, words, taken))
        settings.budget = budget(*value);
    else if (const std::optional<std::string_view> set = valueOf(kToolset, words, taken))
        settings.toolset = toolset(*set);
    else
        throw unexpectedFor(words.front(), "mcp", {"budget", "toolset"});
    return taken;
}

} // namespace

int runMcp(Cli&, const CommandLine& line, Words words)
{
    mcp::Settings settings{.options = line.leading};
    while (!words.empty()) words = words.subspan(takeSetting(words, settings));
    std::signal(SIGPIPE, SIG_IGN);
    return mcp::Server{settings, STDIN_FILENO, STDOUT_FILENO}.run();
}

} // namespace venomx::client
