// The one way from a request to a verb: unknown verb, schema, authority, handler; and back: undeclared codes, counting.
// Control loop only, but for answers, which calls may give from any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <venomx/sdk/arena.h>
#include <venomx/sdk/value.h>
#include <venomx/sdk/verb.h>

#include "kernel/verbs/Requester.h"
#include "kernel/verbs/TargetNames.h"

namespace venomx
{
inline namespace v1
{
class Log;
} // namespace v1
} // namespace venomx

namespace venomx::kernel
{

class Authority;
class Registry;
struct GateState;

/// One decoded request. `verb` and `params` live in `arena`.
struct Request
{
    std::uint64_t id{0};
    std::string_view verb;
    Value params; ///< an object, or null when left out
    Arena arena;
};

/// A request that has started and not been answered, or a stream that has not ended.
class PendingCall
{
public:
    virtual ~PendingCall() = default;
    /// The client's cancel. A stream ends with "cancelled"; a request answers unavailable.cancelled unless it took effect.
    virtual void cancel() = 0;
    /// The client has gone or lost its rights: like cancel, but a stream's end frame says `reason` ("closed" or "revoked").
    virtual void abandon(Literal reason) = 0;
    [[nodiscard]] virtual bool waits() const = 0; ///< counted under limits.waits
};

struct GateHooks
{
    std::function<void(std::function<void()>)> post; ///< to the control loop, from any thread
    std::function<bool()> onLoop;                    ///< is this the control loop's thread?
    std::function<bool()> stopping{};                ///< has the daemon's stop begun? Plugins that stopped then say so
    /// Must what changes something be refused now, since the audit could not tell of it (audit.required)?
    std::function<bool()> refusesWrites{};
    /// Are results held against their specs? In debug builds and tests.
#ifdef NDEBUG
    bool checkResults{false};
#else
    bool checkResults{true};
#endif
    /// After each answer, on the control loop: for counters, histograms and the audit.
    struct Outcome
    {
        std::string_view verb;
        std::string_view code; ///< "ok" or the error's code
        const VerbSpec* spec;  ///< nullptr: unknown verb
        PrincipalId caller;
        pid_t pid;
        std::chrono::microseconds took;
        const TargetNames& targets;
    };
    std::function<void(const Outcome&)> outcome;
};

class Gate
{
public:
    Gate(const Registry& registry, const Authority& authority, Log& log, GateHooks hooks);
    ~Gate();
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    /// Starts the request. The answer may have been given when this returns; then the result is nullptr.
    [[nodiscard]] std::shared_ptr<PendingCall> start(const std::shared_ptr<Requester>& from, Request request);
    /// Does the verb's answer wait, or stream (limits.waits), so far as the registry knows it?
    [[nodiscard]] bool waits(std::string_view verb) const;

private:
    std::shared_ptr<GateState> _state; // calls that plugins still hold may outlive the gate
};

} // namespace venomx::kernel
