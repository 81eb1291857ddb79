// One pane.wait under way: whatever happens first answers it, and all the rest is called off. What it waits for in the output
// is watched on the pane's PTY thread; its end, its time limit and its cancel are the control loop's.
// Held by what may still wake it. Control loop, but for what it hands to the PTY thread.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <venomx/sdk/call.h>

#include "Pane.h"
#include "PtyThread.h"
#include "Surroundings.h"

namespace venomx::pane
{

class Wait : public std::enable_shared_from_this<Wait>
{
public:
    Wait(std::shared_ptr<const Surroundings> around, PanePtr pane, Call call);
    ~Wait();
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;

    struct Outcome
    {
        Literal reason;
        std::uint64_t offset{0}; ///< where a next wait should start
        std::optional<std::string> match{};
    };
    struct Look
    {
        std::optional<Outcome> found;
        bool more{false}; ///< there is more to look at; it wants to be asked again
    };
    using LastLook = std::function<Look(const Console&)>;

    /// `watcher` may be none: the end alone is waited for. `lastLook` may be none: nothing goes before the end. It is asked once
    /// the pane has exited or the time is up, piece by piece, each a worker's: a search may take long, and others wait for workers.
    void begin(std::shared_ptr<OutputWatcher> watcher, LastLook lastLook, std::chrono::milliseconds limit);

    /// Any thread.
    void happened(Outcome outcome);

private:
    void finish(const Outcome& outcome);
    /// Nothing more is waited for: answers with what came before, or else with `reason`.
    void conclude(Literal reason);
    void lookOnAWorker(Literal reason);
    [[nodiscard]] std::optional<Outcome> lastOutcome(Literal reason) const;
    void callOff();
    void ignoreTheRest();
    void cancelled();

    std::shared_ptr<const Surroundings> _around;
    PanePtr _pane;
    Call _call;
    std::shared_ptr<OutputWatcher> _watcher;
    LastLook _lastLook;
    std::chrono::steady_clock::time_point _started;
    EventLoop::TimerId _limit{EventLoop::TimerId::none};
    std::optional<std::uint64_t> _exitListener;
    std::atomic<bool> _done{false}; ///< written on the control loop
};

} // namespace venomx::pane
