// The words of a call, split as far as that goes without a manifest: reserved flags, the command's one or two words, the rest.
// What a flag in the rest means is known only with the verb's spec (arguments/Arguments.h), which therefore reads it again.
// A value with views into the program's arguments; one thread.
#pragma once

#include "client/Options.h"

#include <string>
#include <string_view>

namespace venomx::client
{

struct CommandLine
{
    Options leading;         ///< reserved flags before `rest`
    Options options;         ///< reserved flags anywhere before `--`, taken at face value
    bool version{false};     ///< --version in place of a command
    Words before;            ///< the words before the command
    std::string_view family; ///< the first word of the command; empty: none
    std::string_view verb;   ///< the second; empty: none, or the command has one word
    Words rest;              ///< what follows the command
    Words afterFamily;       ///< what follows the first word, the second included

    /// "pane split", for messages. Holds only words that name something; see isName.
    [[nodiscard]] std::string text() const;
};

/// Reads up to the command's first word. Throws invalid_params.usage.
[[nodiscard]] CommandLine readCommand(Words words);

/// Goes on with the second word and the reserved flags after it. Throws invalid_params.usage.
void readVerb(CommandLine& line);

/// Whether a word, or a flag, may be shown in a message: checks::showableName.
[[nodiscard]] bool isName(std::string_view word);

} // namespace venomx::client
