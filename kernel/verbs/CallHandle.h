// The verb's side of a call: its parameters with the arena that they live in, and the way to answer. Destroying it wipes
// the parameters, and answers when the verb has not. One owner; any thread as call.h says.
#pragma once

#include <venomx/sdk/arena.h>
#include <venomx/sdk/call.h>

#include "kernel/verbs/RunningCall.h"

namespace venomx::kernel
{

class CallHandle final : public CallBackend
{
public:
    CallHandle(std::shared_ptr<RunningCall> running, Value params, Arena arena);
    ~CallHandle() override;

    [[nodiscard]] const VerbSpec& spec() const override { return _running->spec(); }
    [[nodiscard]] const Value& params() const override { return _params; }
    [[nodiscard]] PrincipalId caller() const override { return _running->caller(); }
    [[nodiscard]] bool may(Right right, std::optional<ResourceId> on) const override { return _running->may(right, on); }
    [[nodiscard]] std::optional<ResourceId> target(std::string_view param) const override { return _running->target(param); }
    [[nodiscard]] bool cancelled() const override { return _running->cancelled(); }
    void onCancel(std::function<void()> cancel) override { _running->onCancel(std::move(cancel)); }
    void whenRoom(std::function<void()> begin) override { _running->whenRoom(std::move(begin)); }
    void answer(Result result) override { _running->answer(std::move(result)); }
    void refuse(const Refusal& refusal) override { _running->refuse(refusal); }
    [[nodiscard]] std::shared_ptr<Stream> stream(Result result) override;
    void escaped() override { _running->escaped(); }

private:
    std::shared_ptr<RunningCall> _running;
    Arena _arena;
    Value _params;
};

} // namespace venomx::kernel
