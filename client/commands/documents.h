// What the commands that write documents share: their words, the manifest that they are made from, and how they are printed.
// Functions; one thread.
#pragma once

#include "client/Cli.h"
#include "client/CommandLine.h"
#include "client/manifest/Manifest.h"

#include <optional>
#include <string_view>
#include <vector>

namespace venomx::client
{

struct DocumentWords
{
    Options options;
    std::vector<std::string_view> names;    ///< the words that are no flags
    std::optional<std::string_view> folder; ///< --dir
};

/// Throws invalid_params.usage. `takesNames`: the command knows names and --dir.
[[nodiscard]] DocumentWords readDocumentWords(Cli& cli, const CommandLine& line, Words words, bool takesNames = false);

/// The daemon's; with no daemon the one seen last, and a word about that on standard error. Throws unavailable.daemon when there
/// is neither. It stays as long as `cli`.
[[nodiscard]] const Manifest& documentManifest(Cli& cli, const Options& options);

/// As it is, or with --json as {"text"}.
void printDocument(const Cli& cli, std::string_view text);

} // namespace venomx::client
