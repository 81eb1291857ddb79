// The daemon's side of a trial process: started without a fork of the daemon, read as its lines come. Owned by a ProbeRun;
// one thread.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>
#include <venomx/sdk/unique_fd.h>

namespace venomx::kernel
{

class TrialProcess
{
public:
    /// `paths` of descriptors (/proc/self/fd/7) are open in it too. Throws std::system_error.
    TrialProcess(const std::string& program, const std::vector<std::string>& paths);
    /// Kills it if it still runs; its children end with it.
    ~TrialProcess();
    TrialProcess(const TrialProcess&) = delete;
    TrialProcess& operator=(const TrialProcess&) = delete;

    [[nodiscard]] int output() const { return _output.get(); }

private:
    UniqueFd _output;
    UniqueFd _pidfd;
    pid_t _pid{-1};
};

} // namespace venomx::kernel
