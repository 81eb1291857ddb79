// What may stand where a command line is being typed: commands, verbs, flags, choices, and the ids of what the daemon has. Asks
// the daemon for the latter as the caller would; where it does not answer there are none. One thread; throws nothing on purpose.
#pragma once

#include "client/Daemon.h"
#include "client/Options.h"

#include <string>
#include <string_view>
#include <vector>

namespace venomx::client
{

struct Candidate
{
    std::string word;
    std::string summary;
};

/// The one word that stands for the names of files.
constexpr std::string_view kFiles{":files"};

/// `before` are the words after the program's name up to the one that is being typed, of which `typed` is there already.
[[nodiscard]] std::vector<Candidate> candidates(Daemon& daemon, Words before, std::string_view typed);

} // namespace venomx::client
