// The trial process: each plugin file is tried in a child of its own, many at once, and a line of JSON says what came of it:
// `{"index":0,"verbs":[…]}`, with reason, sentence and detail for a file that would harm the daemon. A function for a process
// that does nothing else and has one thread.
#pragma once

#include <span>
#include <string>

namespace venomx::kernel
{

/// Reasons: those of PluginLoader::load, bad_spec, bad_setting, duplicate_verb, exception, crashed, exited, hangs, trial.
void runTrials(std::span<const std::string> files, int out);

} // namespace venomx::kernel
