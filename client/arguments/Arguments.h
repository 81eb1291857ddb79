// The words after a verb, turned into the request's `params` by the verb's spec.
// What cannot be written as the parameter's type is refused here (invalid_params.usage); whether a value is right (choices,
// ranges, what is missing) is the daemon's to say, so that every way of asking gives the same error.
// A value may follow its flag as the next word, whatever that looks like, or be attached with `=`.
// Pure but for reading standard input when a word asks for it. Messages never hold a value. One thread.
#pragma once

#include "client/Options.h"
#include "client/arguments/StandardInput.h"
#include "client/manifest/Manifest.h"

#include <string>
#include <string_view>

namespace venomx::client
{

struct Arguments
{
    Options options;    ///< the reserved flags: those given, and those found among the words
    std::string params; ///< a JSON object
};

/// `command`: what messages call it, where that is not the verb's own name.
[[nodiscard]] Arguments readArguments(const VerbView& verb, Words words, const Options& leading, StandardInput& input,
                                      std::string_view command = {});

} // namespace venomx::client
