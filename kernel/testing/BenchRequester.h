// The client of one request on a bench: writes down what the gate tells it. Made for the request and kept by its call; the
// gate calls it on the control loop.
#pragma once

#include <memory>
#include <venomx/sdk/testing/loop_thread.h>

#include "kernel/testing/CallRecord.h"
#include "kernel/verbs/Requester.h"

namespace venomx::testing
{

class BenchRequester final : public kernel::Requester
{
public:
    BenchRequester(PrincipalId who, LoopThread& loop, std::shared_ptr<CallRecord> record)
        : _who(who), _loop(loop), _record(std::move(record))
    {
    }

    [[nodiscard]] PrincipalId principal() const override { return _who; }
    [[nodiscard]] pid_t peerPid() const override { return 1; }
    void answered(std::uint64_t id, std::string_view json, bool streams) override;
    void refused(std::uint64_t id, const Refusal& refusal) override;
    void frames(std::uint64_t id, Literal member, std::span<const std::string_view> jsons) override;
    void ended(std::uint64_t id, Literal reason) override;
    [[nodiscard]] bool writable() const override;
    void onWritable(std::uint64_t id, std::function<void()> ready) override;

private:
    PrincipalId _who;
    LoopThread& _loop;
    std::shared_ptr<CallRecord> _record;
};

} // namespace venomx::testing
