// The outside of this plugin: every call of a launch by which the file system, terminals or processes are touched, so that a
// test can make each of them fail, hang or be counted. Shared by all launches; any thread.
// Each gives 0 or an errno.
#pragma once

#include "Clone.h"

#include <venomx/sdk/services/spawner.h>
#include <venomx/sdk/unique_fd.h>

namespace venomx::spawn
{

class SystemCalls
{
public:
    virtual ~SystemCalls();

    /// `resolved`: PATH_MAX bytes.
    [[nodiscard]] virtual int realPath(const char* path, char* resolved) noexcept = 0;
    [[nodiscard]] virtual int isDirectory(const char* path, bool& answer) noexcept = 0;

    [[nodiscard]] virtual int openTerminal(UniqueFd& master) noexcept = 0; ///< non-blocking, like all here CLOEXEC
    [[nodiscard]] virtual int unlockTerminal(int master) noexcept = 0;
    [[nodiscard]] virtual int openPeer(int master, UniqueFd& peer) noexcept = 0;
    /// Its size, and that its input is UTF-8.
    [[nodiscard]] virtual int setUpTerminal(int master, TerminalSize size) noexcept = 0;

    [[nodiscard]] virtual int mapStack(ChildStack& stack) noexcept = 0;
    [[nodiscard]] virtual int clone(ChildPlan& plan, const ChildStack& stack, ChildNumbers& numbers) noexcept = 0;
    /// True: the child has executed a program, and had not ended. False says nothing.
    [[nodiscard]] virtual bool runsProgram(int pidfd) noexcept = 0;
    /// The kernel's flags of a process that has not been reaped.
    [[nodiscard]] virtual int processFlags(pid_t pid, unsigned long& flags) noexcept = 0;
};

class RealSystemCalls : public SystemCalls
{
public:
    [[nodiscard]] int realPath(const char* path, char* resolved) noexcept override;
    [[nodiscard]] int isDirectory(const char* path, bool& answer) noexcept override;
    [[nodiscard]] int openTerminal(UniqueFd& master) noexcept override;
    [[nodiscard]] int unlockTerminal(int master) noexcept override;
    [[nodiscard]] int openPeer(int master, UniqueFd& peer) noexcept override;
    [[nodiscard]] int setUpTerminal(int master, TerminalSize size) noexcept override;
    [[nodiscard]] int mapStack(ChildStack& stack) noexcept override;
    [[nodiscard]] int clone(ChildPlan& plan, const ChildStack& stack, ChildNumbers& numbers) noexcept override;
    [[nodiscard]] bool runsProgram(int pidfd) noexcept override;
    [[nodiscard]] int processFlags(pid_t pid, unsigned long& flags) noexcept override;
};

} // namespace venomx::spawn
