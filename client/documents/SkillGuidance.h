// What the skill says whatever the manifest holds, in the order that it is read. A chapter that speaks of verbs is left out
// where the daemon lacks one of them. Constant; any thread.
#pragma once

#include <span>
#include <string_view>

namespace venomx::client
{

struct Chapter
{
    std::string_view title;
    /// The verbs and groups that it speaks of, apart by blanks.
    std::string_view needs;
    std::string_view text; ///< Markdown, ends with a line feed
    /// What it needs besides that is no everyday tool.
    std::string_view beyond{};
};

[[nodiscard]] std::span<const Chapter> skillGuidance();

/// Whether a chapter speaks of the verb.
[[nodiscard]] bool isGuided(std::string_view verb);

} // namespace venomx::client
