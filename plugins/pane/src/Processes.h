// The processes below the daemon as /proc tells of them: the seam between ending a pane's tree and the system.
// Any thread; every call looks anew. A process that goes meanwhile is simply not there; what the system has no descriptor or no
// memory to look at is CannotLook, thrown by all that look, for it is not known to be gone.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>
#include <venomx/sdk/process_facts.h>
#include <venomx/sdk/unique_fd.h>

#include "Reserve.h"

namespace venomx::pane
{

class CannotLook : public std::exception
{
public:
    [[nodiscard]] const char* what() const noexcept override { return "no descriptor or memory to look at processes"; }
};

class Processes
{
public:
    virtual ~Processes() = default;
    [[nodiscard]] virtual pid_t self() const = 0;
    [[nodiscard]] virtual std::vector<pid_t> children(pid_t parent) const = 0; ///< sorted
    [[nodiscard]] virtual std::optional<ProcessFacts> facts(pid_t pid) const = 0;
    /// The first entry of that name, `NAME=value`, in the environment that it was started with; empty when there is none.
    /// Waits out an exec that is under way.
    [[nodiscard]] virtual std::string startedWith(pid_t pid, std::string_view name) const = 0;
    /// A hold on the process that now has this number.
    [[nodiscard]] virtual UniqueFd pin(pid_t pid) const = 0;
    virtual void signal(const UniqueFd& pidfd, int signal) const = 0;
};

/// The real ones. Short of descriptors it falls back on a reserve, which is filled again at each list of the daemon's children.
class SystemProcesses : public Processes
{
public:
    /// Where a process's children are found: in the kernel's own lists, or, as where it has none, among all processes.
    enum class Children : std::uint8_t
    {
        listed,
        searched
    };
    explicit SystemProcesses(Children children = Children::listed) : _children(children) {}

    [[nodiscard]] pid_t self() const override;
    [[nodiscard]] std::vector<pid_t> children(pid_t parent) const override;
    [[nodiscard]] std::optional<ProcessFacts> facts(pid_t pid) const override;
    [[nodiscard]] std::string startedWith(pid_t pid, std::string_view name) const override;
    [[nodiscard]] UniqueFd pin(pid_t pid) const override;
    void signal(const UniqueFd& pidfd, int signal) const override;

private:
    Children _children;
    mutable Reserve _reserve;
};

} // namespace venomx::pane
