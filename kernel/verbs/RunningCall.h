// One request between its start and its end: it answers once, obeys cancel, and counts. It is what the requester holds as
// PendingCall; the verb's side (CallHandle, StreamHandle) refers to it. Shared; the marked members any thread, the rest the
// control loop only. Requesters are called on the control loop alone.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <venomx/sdk/call.h>

#include "kernel/verbs/GateState.h"

namespace venomx::kernel
{

class RunningCall final : public PendingCall, public std::enable_shared_from_this<RunningCall>
{
public:
    RunningCall(std::shared_ptr<GateState> gate, std::shared_ptr<Requester> from, const RegisteredVerb& verb, std::uint64_t id,
                std::chrono::steady_clock::time_point started);

    // The client's side.
    void cancel() override;
    void abandon(Literal reason) override;
    [[nodiscard]] bool waits() const override;

    // The gate's.
    /// What `param` names: `text`, which is `id` if that exists and the caller may know.
    void addTarget(std::string_view param, std::string_view text, std::optional<ResourceId> id);
    void nameTarget(std::string_view text) { _names.add(text); }
    [[nodiscard]] const TargetNames& targets() const { return _names; }
    /// Runs the verb and answers what it throws; a call that it neither took nor answered is dropped.
    void run(Call call);
    [[nodiscard]] bool settled() const { return _delivered && !_streaming; }

    // The verb's.
    [[nodiscard]] const VerbSpec& spec() const { return *_verb.spec; } ///< any thread
    [[nodiscard]] PrincipalId caller() const { return _caller; }       ///< any thread
    [[nodiscard]] bool may(Right right, std::optional<ResourceId> on) const;
    [[nodiscard]] std::optional<ResourceId> target(std::string_view param) const;
    [[nodiscard]] bool cancelled() const { return _cancelled; } ///< any thread
    void onCancel(std::function<void()> cancel);                ///< any thread
    void whenRoom(std::function<void()> begin);
    void answer(Result result);                   ///< any thread
    void refuse(const Refusal& refusal);          ///< any thread
    [[nodiscard]] bool openStream(Result result); ///< any thread; false: refused in its place
    void escaped();                               ///< any thread
    void dropped();                               ///< any thread; nothing when it was answered

    // The stream's.
    void frames(Literal member, std::span<const std::string_view> jsons); ///< any thread
    void endStream(Literal reason);                                       ///< any thread
    [[nodiscard]] bool writable() const;                                  ///< any thread; false off the loop: use onWritable there
    void onWritable(std::function<void()> ready);                         ///< any thread
    void onEnd(std::function<void()> ended);                              ///< any thread
    [[nodiscard]] bool streamEnded() const { return _ended; }             ///< any thread

private:
    struct Target
    {
        std::string_view param; // the spec's text
        std::optional<ResourceId> id;
    };

    [[nodiscard]] bool claim(const char* what);
    void onLoop(std::function<void()> task);
    void deliver(std::string_view json, bool streams);
    void deliver(const Refusal& refusal);
    void count(std::string_view code);
    void interrupt(Literal reason);
    void endForClient(Literal reason);
    void close(Literal reason);
    void forgetCancel();
    [[nodiscard]] std::optional<Refusal> checked(std::string_view json) const;
    void complain(std::string_view what) const;

    std::shared_ptr<GateState> _gate;
    std::shared_ptr<Requester> _from;
    const RegisteredVerb& _verb;
    std::uint64_t _id;
    PrincipalId _caller;
    pid_t _pid;
    std::chrono::steady_clock::time_point _started;

    std::array<Target, 4> _targets{};
    std::size_t _targetCount{0};
    TargetNames _names;

    std::atomic<bool> _answered{false};  // an answer was given
    std::atomic<bool> _cancelled{false}; // the client wants no answer any more
    std::atomic<bool> _ended{false};     // the stream's last frame was sent, or there never was a stream
    std::mutex _mutex;                   // guards _onCancel against the loop's cancel
    std::function<void()> _onCancel;

    // Control loop only.
    bool _starting{false};  // the verb's function has not returned
    bool _dropped{false};   // its handle went meanwhile
    bool _delivered{false}; // the requester has the answer
    bool _streaming{false};
    std::optional<Literal> _interrupted;
    std::function<void()> _onEnd;
};

} // namespace venomx::kernel
