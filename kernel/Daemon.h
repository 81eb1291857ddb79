// The daemon: all its parts, made in the order in which they need each other, and the way they are wired. Made and run on the
// process's first thread.
#pragma once

#include <memory>
#include <string>
#include <venomx/sdk/services/daemon_info.h>
#include <venomx/sdk/unique_fd.h>

#include "kernel/ServeOptions.h"

namespace venomx::kernel
{

class Daemon
{
public:
    /// `inherited`: the listening socket that a service manager handed over, if it did. Throws StartError and SettingsError.
    Daemon(const ServeOptions& options, OriginalState original, UniqueFd inherited);
    ~Daemon();
    Daemon(const Daemon&) = delete;
    Daemon& operator=(const Daemon&) = delete;

    /// Until a clean stop. False: a worker is stuck in the system (a dead mount) and may wake into anything, so the process
    /// must end at once, with nothing destroyed.
    [[nodiscard]] bool run();

    /// What `manifest.get` would answer with the plugins that these options let in, as JSON. They are loaded and not started; no
    /// socket and no audit is touched but its own, in a folder that is gone again. Throws like the constructor.
    [[nodiscard]] static std::string describe(const ServeOptions& options);

private:
    struct Parts;
    std::unique_ptr<Parts> _parts;
};

} // namespace venomx::kernel
