// Descriptors kept for looking at processes, so that a pane can be closed by a daemon that has no other left.
// Owned by SystemProcesses; any thread.
#pragma once

#include <array>
#include <mutex>
#include <venomx/sdk/unique_fd.h>

namespace venomx::pane
{

class Reserve
{
public:
    Reserve() { fill(); }

    /// Frees one for use; false when none is left.
    bool give();
    /// Takes back what was given, as far as the system has it.
    void fill();

private:
    std::mutex _mutex;
    std::array<UniqueFd, 16> _kept; ///< two for reading, the others to hold those that were found
};

} // namespace venomx::pane
