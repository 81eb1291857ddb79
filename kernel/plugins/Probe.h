// Plugin files tried before they are loaded, in a short-lived process of the daemon's own program: code that throws, crashes,
// exits or hangs costs a line in the log. A file that passed once is not tried again while it is the same (VerdictCache.h).
// Owned by the host; control loop only.
#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernel/plugins/Verdict.h"
#include "kernel/plugins/VerdictCache.h"

namespace venomx::kernel
{

/// A file that discovery has passed.
struct Suspect
{
    std::string file;
    std::string path;     ///< by which it is loaded: the file itself, or a sealed copy's descriptor
    std::string identity; ///< changes whenever the file does
};

/// Trials under way.
class ProbeRun
{
public:
    virtual ~ProbeRun() = default;
    /// Readable whenever `advance` has something to do; -1: it is over from the start.
    [[nodiscard]] virtual int fd() const = 0;
    /// True: over. Never blocks.
    [[nodiscard]] virtual bool advance() = 0;
    /// As many as suspects, in their order. Kills what is not over.
    [[nodiscard]] virtual std::vector<Verdict> finish() = 0;
};

class PluginProbe
{
public:
    virtual ~PluginProbe() = default;
    /// Never throws for what a suspect is or does.
    [[nodiscard]] virtual std::unique_ptr<ProbeRun> start(std::vector<Suspect> suspects) = 0;
    /// The verbs of a file that passed before, without trying it.
    [[nodiscard]] virtual std::vector<std::string> remembered(const Suspect& suspect) = 0;

    /// Starts, waits and finishes: for a daemon that serves nobody yet.
    [[nodiscard]] std::vector<Verdict> probe(std::vector<Suspect> suspects);
};

/// How long the daemon waits for a trial process: far longer than one that is sound takes.
[[nodiscard]] std::chrono::milliseconds probePatience(std::size_t suspects);

/// `program`: what runs as `PROGRAM plugin-trial PATH…`.
[[nodiscard]] std::unique_ptr<PluginProbe> processProbe(std::string program, VerdictCache cache);

} // namespace venomx::kernel
