// How long a thread runs before another of its kind may. A function on the calling thread.
#pragma once

namespace venomx::kernel
{

/// Asks for the shortest slices there are: whoever asks for less at a time is served sooner when it wakes, and gets no less in all.
/// What the thread starts does not inherit it. A kernel before 6.12 has one length for all; nothing changes then.
void preferShortSlices() noexcept;

} // namespace venomx::kernel
