// The flags that mean the same for every command: --json --help --socket --token --token-file --config.
// No verb's parameter may bear one of these names, so they may stand anywhere before `--`. Values; one thread.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace venomx::client
{

using Words = std::span<const std::string_view>;

struct Options
{
    bool json{false};
    bool help{false};
    std::optional<std::string_view> socket;
    std::optional<std::string_view> tokenFile;
    bool ownerToken{false}; ///< --token @owner

    /// The same daemon, as the same caller.
    [[nodiscard]] bool reachSame(const Options& other) const
    {
        return socket == other.socket && tokenFile == other.tokenFile && ownerToken == other.ownerToken;
    }
};

/// Takes the reserved flag at the front of `words` and gives how many words it is; 0 when the first word is none.
/// Throws invalid_params.usage for a flag that is repeated, lacks its value or has a wrong one. Never shows a value.
[[nodiscard]] std::size_t takeOption(Words words, Options& options);

/// Whether `--json` stands among the words before `--`; for errors found before the words are understood.
[[nodiscard]] bool asksForJson(Words words);

} // namespace venomx::client
