// Signals as descriptors. The daemon blocks every signal in its first thread before it makes another, so that all threads
// inherit the mask and no code is ever interrupted; what it wants to know it reads from a signalfd on the control loop.
// Left open: faults of the program itself, and SIGTSTP, so that a terminal's suspend key still works.
#pragma once

#include <initializer_list>
#include <venomx/sdk/unique_fd.h>

namespace venomx::kernel
{

/// For the calling thread and all that it makes later.
void blockSignals();

/// Readable when one of `signals` is pending. Throws std::system_error.
[[nodiscard]] UniqueFd openSignals(std::initializer_list<int> signals);

/// The next pending signal of `fd`, or 0.
[[nodiscard]] int takeSignal(int fd);

} // namespace venomx::kernel
