// The skill: what an agent needs to know to use this daemon well, as a SKILL.md with its front matter. Pure function.
// Always under 300 lines: of a manifest with very many verbs it names the families only.
#pragma once

#include "client/manifest/Manifest.h"

#include <string>
#include <string_view>

namespace venomx::client
{

inline constexpr std::size_t kLongestSkill = 299; ///< lines

/// What its front matter holds.
inline constexpr std::string_view kSkillName{"venomx"};
inline constexpr std::string_view kSkillDescription{
    "Run programs on terminals that outlive you, type into them, wait for what they print and read their screens, with the command "
    "venomx. Use it for long or interactive commands, servers, and work in parallel."};

[[nodiscard]] std::string skillDocument(const Manifest& manifest);

} // namespace venomx::client
