// One start under way. The control loop begins it, may give it up (cancel, time limit, stop) and delivers its outcome once; a
// worker does the work in between. Where the two meet, `_stage` under `_mutex` says who may touch the launch's data: the
// worker, until it has ended its work, or the control loop, after it has taken the launch away from a worker that does not
// come back. A worker that comes back late finds only what is its own.
#pragma once

#include "ChildStart.h"
#include "SpawnContext.h"
#include "SpawnRequest.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <venomx/sdk/services/spawner.h>

namespace venomx::spawn
{

class Launch : public LaunchTicket, public std::enable_shared_from_this<Launch>
{
public:
    using Done = std::function<void(LaunchOutcome)>;
    enum class GiveUp : std::uint8_t
    {
        no,
        cancelled,
        timeout,
        stopping
    };

    Launch(std::shared_ptr<SpawnContext> context, std::unique_ptr<SpawnRequest> request, LaunchIdentity identity, TerminalSize size,
           Done done);
    ~Launch() override; ///< kills a process that was started and could not be delivered

    // Control loop.
    void begin();
    void cancel() override { giveUp(GiveUp::cancelled); }
    void giveUp(GiveUp why);
    /// The watchdog's decision on a launch that has a working directory.
    void submit();
    void refuseStalled();
    [[nodiscard]] bool over() const { return !_done; }
    /// Since when its worker or its child has been in the working directory's file system; nothing: it is elsewhere.
    [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> inDirectorySince() const;

private:
    enum class Stage : std::uint8_t
    {
        waiting,   ///< for a worker
        resolving, ///< in the directory's file system
        preparing,
        starting, ///< from clone on
        ended,    ///< the worker is through
        abandoned ///< the control loop did not wait for the worker
    };

    // The worker's.
    void work() noexcept;
    [[nodiscard]] std::optional<LaunchOutcome> attempt();
    [[nodiscard]] std::optional<LaunchOutcome> start();
    [[nodiscard]] std::optional<StepFailure> prepare(Terminal& terminal);
    void fillPlan(ChildPlan& plan);
    [[nodiscard]] Refusal failed(const ChildFailure& failure);
    [[nodiscard]] bool enter(Stage next);
    void end(std::optional<LaunchOutcome> outcome) noexcept;

    // The control loop's.
    void finish();
    void pursue(int kills);
    void refuseLater(Refusal refusal);
    void deliver(LaunchOutcome outcome);
    void discard(const StartedProcess& process);
    void stopTimers();
    [[nodiscard]] Refusal refusalOfGiveUp() const;

    /// Under `_mutex`, by whoever the data belongs to.
    void wipeSecrets() noexcept;

    std::shared_ptr<SpawnContext> _context;
    std::unique_ptr<SpawnRequest> _request;
    LaunchIdentity _identity;
    TerminalSize _size;
    Arena _memory;     ///< argv, envp, candidates
    Arena _pathMemory; ///< apart: a worker that hangs in realpath still reads it
    const char* _given{nullptr};
    char* _resolved{nullptr};
    std::optional<ChildStart> _child;
    std::uint64_t _ignoredSignals{0};
    std::atomic<bool> _knowsIgnored{false}; ///< the control loop looks while a worker is on its way, which else looks itself

    mutable std::mutex _mutex;
    Stage _stage{Stage::waiting};
    GiveUp _giveUp{GiveUp::no};
    bool _prepared{false};
    std::optional<std::chrono::steady_clock::time_point> _enteredDirectory;
    std::optional<LaunchOutcome> _outcome;

    Done _done;
    EventLoop::TimerId _limit{EventLoop::TimerId::none};
    EventLoop::TimerId _pursuit{EventLoop::TimerId::none};
    std::shared_ptr<void> _standIn; ///< for the worker, when it hangs in the system and is given up
};

} // namespace venomx::spawn
