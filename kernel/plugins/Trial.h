// A trial: a plugin file really loaded, its class made and its specs read, in a process that may be lost over it. Only the
// program's own trial process does this, never the daemon. Called once a process, on its first thread.
#pragma once

#include <string>

namespace venomx::kernel
{

/// What the tried code is doing: a byte for each, sent before it begins.
enum class TrialStage : char
{
    load = 'l',      ///< its static initialisers run
    construct = 'c', ///< its constructor
    describe = 'd',  ///< verbs(), groups(), events(), settings()
    verdict = 'v'    ///< not the plugin's code any more: the rest is the verdict's JSON
};

/// Loads `file`, says on `out` what it does and what came of it, and ends the process, with nothing of the plugin destroyed.
[[noreturn]] void tryPlugin(const std::string& file, int out);

} // namespace venomx::kernel
