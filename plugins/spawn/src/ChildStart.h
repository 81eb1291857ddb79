// One child from clone to "it runs its program" or "it is gone": makes it, learns what became of it, and reaps it unless it
// runs. `run` on a worker, once; `kill` and `phase` on any thread meanwhile.
#pragma once

#include "SystemCalls.h"
#include "Terminal.h"
#include "WantedPids.h"

#include <mutex>
#include <variant>

namespace venomx::spawn
{

/// No program runs, and no child is left.
struct ChildFailure
{
    ChildPhase phase{ChildPhase::setup};
    int error{0};   ///< 0: the child was killed before it could execute or say why not
    Literal step{}; ///< for the log, when the daemon and not the request is the cause
};

using ChildResult = std::variant<StartedProcess, ChildFailure>;

class ChildStart
{
public:
    ChildStart(SystemCalls& calls, StackPool& stacks, WantedPids& wanted) : _calls(&calls), _stacks(&stacks), _wanted(&wanted) {}
    ChildStart(const ChildStart&) = delete;
    ChildStart& operator=(const ChildStart&) = delete;

    /// To be filled in before `run`.
    [[nodiscard]] ChildPlan& plan() { return _plan; }

    [[nodiscard]] ChildResult run(Terminal terminal);

    /// Kills the child, if there is one and it has not been handed over yet; false when there was nothing to kill.
    bool kill() noexcept;
    [[nodiscard]] ChildPhase phase() const { return _plan.phase; }

private:
    enum class Fate
    {
        executed,
        died,
        unknown
    };
    [[nodiscard]] int makeChild();
    [[nodiscard]] Fate learnFate(int& error) noexcept;
    [[nodiscard]] ChildResult judge(Terminal terminal);
    [[nodiscard]] ChildFailure bury(ChildFailure failure) noexcept;
    [[nodiscard]] UniqueFd takePidfd() noexcept;

    SystemCalls* _calls;
    StackPool* _stacks;
    WantedPids* _wanted;
    ChildPlan _plan;
    ChildNumbers _numbers;
    std::mutex _mutex;
    bool _over{false}; ///< the pidfd is not this object's any more
};

} // namespace venomx::spawn
