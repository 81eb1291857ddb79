// The one clone3 call by which children are made: sharing memory with the suspended parent thread, on a stack of their own, all
// signals blocked, handlers back to their defaults, with a pidfd.
// Any thread; the calling thread is suspended until the child has executed a program or is gone.
#pragma once

#include "ChildProgram.h"
#include "ChildStack.h"

namespace venomx::spawn
{

/// Where the kernel stores the child's numbers before the child runs. Other threads may read both while the parent is
/// suspended, with atomic loads.
struct ChildNumbers
{
    pid_t pid{-1};
    int pidfd{-1}; ///< CLOEXEC
};

/// Runs the plan in a new child. Gives 0, or the errno of a child that could not be made. Until it executes a program the child
/// sends no SIGCHLD and is waited for with __WALL only, so that no waiting for "any child" takes its status.
[[nodiscard]] int cloneChild(ChildPlan& plan, const ChildStack& stack, ChildNumbers& numbers) noexcept;

} // namespace venomx::spawn
