// The plugin's outside with switches: a step can be made to fail with an errno, or to call the test first. Everything else is
// the real thing. Switches are set before the launch; any thread.
#pragma once

#include "SystemCalls.h"

#include <array>
#include <atomic>
#include <functional>

namespace venomx::tests
{

enum class Step
{
    realPath,
    isDirectory,
    openTerminal,
    unlockTerminal,
    openPeer,
    setUpTerminal,
    mapStack,
    clone,
    processFlags
};
inline constexpr int kSteps = 9;

class FakeSystemCalls : public spawn::RealSystemCalls
{
public:
    /// From now on the step gives `error` without being taken; 0: it is taken again.
    void fail(Step step, int error) { at(step).error = error; }
    /// Called on the worker before the step.
    void before(Step step, std::function<void()> hook) { at(step).hook = std::move(hook); }
    [[nodiscard]] int taken(Step step) const { return _steps.at(static_cast<std::size_t>(step)).count; }

    [[nodiscard]] int realPath(const char* path, char* resolved) noexcept override
    {
        const int error = enter(Step::realPath);
        return error != 0 ? error : RealSystemCalls::realPath(path, resolved);
    }
    [[nodiscard]] int isDirectory(const char* path, bool& answer) noexcept override
    {
        const int error = enter(Step::isDirectory);
        return error != 0 ? error : RealSystemCalls::isDirectory(path, answer);
    }
    [[nodiscard]] int openTerminal(UniqueFd& master) noexcept override
    {
        const int error = enter(Step::openTerminal);
        return error != 0 ? error : RealSystemCalls::openTerminal(master);
    }
    [[nodiscard]] int unlockTerminal(int master) noexcept override
    {
        const int error = enter(Step::unlockTerminal);
        return error != 0 ? error : RealSystemCalls::unlockTerminal(master);
    }
    [[nodiscard]] int openPeer(int master, UniqueFd& peer) noexcept override
    {
        const int error = enter(Step::openPeer);
        return error != 0 ? error : RealSystemCalls::openPeer(master, peer);
    }
    [[nodiscard]] int setUpTerminal(int master, TerminalSize size) noexcept override
    {
        const int error = enter(Step::setUpTerminal);
        return error != 0 ? error : RealSystemCalls::setUpTerminal(master, size);
    }
    [[nodiscard]] int mapStack(spawn::ChildStack& stack) noexcept override
    {
        const int error = enter(Step::mapStack);
        return error != 0 ? error : RealSystemCalls::mapStack(stack);
    }
    [[nodiscard]] int clone(spawn::ChildPlan& plan, const spawn::ChildStack& stack, spawn::ChildNumbers& numbers) noexcept override
    {
        const int error = enter(Step::clone);
        return error != 0 ? error : RealSystemCalls::clone(plan, stack, numbers);
    }
    /// Part of the same step: where that fails, this tells nothing.
    [[nodiscard]] bool runsProgram(int pidfd) noexcept override
    {
        return enter(Step::processFlags) == 0 && RealSystemCalls::runsProgram(pidfd);
    }
    [[nodiscard]] int processFlags(pid_t pid, unsigned long& flags) noexcept override
    {
        const int error = enter(Step::processFlags);
        return error != 0 ? error : RealSystemCalls::processFlags(pid, flags);
    }

private:
    struct Switch
    {
        std::atomic<int> error{0};
        std::atomic<int> count{0};
        std::function<void()> hook;
    };
    Switch& at(Step step) { return _steps.at(static_cast<std::size_t>(step)); }
    int enter(Step step) noexcept
    {
        Switch& taken = at(step);
        ++taken.count;
        if (taken.hook) taken.hook();
        return taken.error;
    }
    std::array<Switch, kSteps> _steps;
};

} // namespace venomx::tests
