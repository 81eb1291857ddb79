#include "client/commands/mcp_settings.h"

#include "client/Failure.h"

#include <charconv>

namespace venomx::client
{
namespace
{

constexpr std::string_view kBudget{"--budget"};
constexpr std::string_view kToolset{"--toolset"};

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

} // namespace

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

std::size_t takeMcpSetting(Words words, mcp::Settings& settings)
{
    std::size_t taken = takeOption(words, settings.options);
    if (taken > 0) return taken;
    if (const std::optional<std::string_view> value = valueOf(kBudget, words, taken))
        settings.budget = budget(*value);
    else if (const std::optional<std::string_view> set = valueOf(kToolset, words, taken))
        settings.toolset = toolset(*set);
    return taken;
}

std::vector<std::string> wordsFor(const mcp::Settings& settings)
{
    const mcp::Settings standard;
    std::vector<std::string> words;
    if (settings.budget != standard.budget) words.insert(words.end(), {std::string{kBudget}, std::to_string(settings.budget)});
    if (settings.toolset == mcp::Toolset::core) words.insert(words.end(), {std::string{kToolset}, "core"});
    return words;
}

} // namespace venomx::client
