// What a program told about itself since the last look: its title, bells, prompts, notifications. Values. What a flood says
// more than a reader could use is left out, the oldest first, so that their memory and the events made of them are bounded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace venomx::pane
{

struct Prompt
{
    char mark{'A'}; ///< OSC 133: A, B, C or D
    std::optional<int> status{};
};

struct Notification
{
    std::string title;
    std::string body;
};

class Notices
{
public:
    static constexpr std::size_t kKept = 16;       ///< prompts, and notifications
    static constexpr std::size_t kTextSize = 1024; ///< bytes of a title, a body

    std::optional<std::string> title{};
    std::uint64_t bells{0};
    std::vector<Prompt> prompts{};
    std::vector<Notification> notifications{};

    void note(Prompt prompt);
    void note(std::string_view heading, std::string_view body);
    [[nodiscard]] bool any() const { return title || bells > 0 || !prompts.empty() || !notifications.empty(); }
};

/// `text` without control characters (C0, DEL, C1), cut between characters to at most `Notices::kTextSize` bytes.
[[nodiscard]] std::string plainText(std::string_view text);

} // namespace venomx::pane
