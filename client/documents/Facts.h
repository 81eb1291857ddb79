// What all documents say alike of the manifest: types, rights, effects and flags in words. Plain text, no markup. Pure
// functions; the views in what they give point into the manifest.
#pragma once

#include "client/manifest/Manifest.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace venomx::client
{

/// The verbs whose names begin with the same word.
struct Family
{
    std::string_view name;
    std::vector<VerbView> verbs;
};

/// Sorted by name.
[[nodiscard]] std::vector<Family> families(const Manifest& manifest);

/// A parameter or field with the way to it: `env`, `env[].name`.
struct Field
{
    std::string path;
    ParamView param;
};

/// Each parameter, followed by the fields that it holds.
[[nodiscard]] std::vector<Field> flattened(std::span<const ParamView> params);

/// "array of string", "integer, 1 to 1000", "string: rows or cols"
[[nodiscard]] std::string typeText(const TypeView& type);
/// The default as JSON; empty: none.
[[nodiscard]] std::string defaultText(const ParamView& param);

/// "reads", "changes something", "destroys something"
[[nodiscard]] std::string_view effectText(const VerbView& verb);
/// "spawn on the given pane", "admin on everything", several parted by semicolons; of a verb that decides itself,
/// what it denies for. Empty: anyone may.
[[nodiscard]] std::string rightsText(const VerbView& verb);

/// "It needs the right spawn on the given pane.", "Anyone may call it."
[[nodiscard]] std::string rightsSentence(const VerbView& verb);

/// The flags as a synopsis names them, required ones first and what follows `--` last: "--pane TEXT", "[--size N]".
[[nodiscard]] std::vector<std::string> synopsis(const VerbView& verb);
/// The command with its synopsis as one line.
[[nodiscard]] std::string synopsisLine(const VerbView& verb);

/// A class of error codes: what stands before the dot.
struct ErrorClass
{
    std::string_view name;
    std::string_view meaning;
};

/// All of them, by their exit status.
[[nodiscard]] std::span<const ErrorClass> errorClasses();

/// "1 when status is fail": what the verb's result adds to the exit statuses; empty: nothing.
[[nodiscard]] std::string exitText(const VerbView& verb);

/// The name and version of the plugin that the verb comes from: "pane 0.1.0".
[[nodiscard]] std::string pluginOf(const Manifest& manifest, const VerbView& verb);

} // namespace venomx::client
