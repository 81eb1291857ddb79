// What to say to a word that a command does not take. Only words that name something are shown (isName in CommandLine.h): a
// word may be a piece of a value. Pure functions.
#pragma once

#include "client/Failure.h"

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace venomx::client
{

/// A word or a flag that the program's own command does not take; `flags`: those that it has besides every command's, without dashes.
[[nodiscard]] Failure unexpectedFor(std::string_view word, std::string_view command, std::initializer_list<std::string_view> flags = {});

/// The same for a flag alone. `word`: as it was typed, with its dashes and perhaps a value after `=`.
[[nodiscard]] Failure unknownFlag(std::string_view word, std::string_view command, std::span<const std::string> flags);

} // namespace venomx::client
