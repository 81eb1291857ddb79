// Help at its three levels, from the manifest: all commands, a family's verbs, one verb. Pure functions.
#pragma once

#include "client/help/Layout.h"
#include "client/manifest/Manifest.h"
#include "client/render/Palette.h"

#include <span>
#include <string>
#include <string_view>

namespace venomx::client
{

struct Command;

struct Page
{
    Palette palette;
    std::size_t columns{80};
};

/// `manifest` may be nullptr: then only the commands that need no daemon are there, and how to start one.
[[nodiscard]] std::string topHelp(const Manifest* manifest, const Page& page);
/// Empty when no verb is of that family.
[[nodiscard]] std::string familyHelp(const Manifest& manifest, std::string_view family, const Page& page);
[[nodiscard]] std::string verbHelp(const VerbView& verb, const Page& page);

[[nodiscard]] std::string commandHelp(const Command& command, const Page& page);
/// {"name","summary","help"}
[[nodiscard]] std::string commandHelpJson(const Command& command);

/// {"verbs":[{"name","summary"}],"commands":[…]}, of one family unless that is empty; commands: what the program adds itself.
[[nodiscard]] std::string verbListJson(const Manifest& manifest, std::string_view family);

/// The flags that every command takes, each with what it does.
[[nodiscard]] std::span<const Term> commonTerms();
/// The same as lines of help.
[[nodiscard]] std::string commonFlags(const Page& page);

} // namespace venomx::client
