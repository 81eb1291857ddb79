// The skill: what an agent needs to know to use this daemon well, as a SKILL.md with its front matter. Pure function.
// Always under 300 lines: of a manifest with very many verbs it names the families only.
#pragma once

#include "client/manifest/Manifest.h"

#include <string>

namespace venomx::client
{

inline constexpr std::size_t kLongestSkill = 299; ///< lines

[[nodiscard]] std::string skillDocument(const Manifest& manifest);

} // namespace venomx::client
