// The gate with everything around it faked: a requester that writes down what it is told, an authority as a table, a control
// loop that is the test's own thread. One test at a time.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>
#include <venomx/sdk/call.h>
#include <venomx/sdk/log.h>

#include "kernel/verbs/Authority.h"
#include "kernel/verbs/Gate.h"
#include "kernel/verbs/Registry.h"

namespace venomx::kernel::tests
{

class RecordingLog final : public Log
{
public:
    void write(LogLevel level, std::string_view text) override;
    /// `error: text`, in order.
    [[nodiscard]] std::vector<std::string> lines() const;
    [[nodiscard]] bool holds(std::string_view part) const;

private:
    mutable std::mutex _mutex;
    std::vector<std::string> _lines;
};

/// Everything is denied but what `allow` says.
class TableAuthority final : public Authority
{
public:
    [[nodiscard]] bool may(PrincipalId caller, Right right, std::optional<ResourceId> on) const override;
    [[nodiscard]] Target resolve(PrincipalId caller, Right right, ResourceKind kind, std::string_view text) const override;

    bool everything{false};                ///< scope `*`
    std::map<std::string, Target> targets; ///< by the text that names them
    mutable int resolved{0};
};

/// Lines such as `7 ok {}`, `7 refused code message {data}`, `7 event {…}`, `7 end cancelled`.
class RecordingRequester final : public Requester
{
public:
    [[nodiscard]] PrincipalId principal() const override { return who; }
    [[nodiscard]] pid_t peerPid() const override { return 4711; }
    void answered(std::uint64_t id, std::string_view json, bool streams) override;
    void refused(std::uint64_t id, const Refusal& refusal) override;
    void frames(std::uint64_t id, Literal member, std::span<const std::string_view> jsons) override;
    void ended(std::uint64_t id, Literal reason) override;
    [[nodiscard]] bool writable() const override { return room; }
    void onWritable(std::uint64_t id, std::function<void()> ready) override;

    PrincipalId who{PrincipalId::generated(1)};
    bool room{true};
    std::vector<std::string> lines;
    std::vector<std::function<void()>> waiting;
};

class GateBench
{
public:
    GateBench();
    ~GateBench();

    void add(const VerbSpec& spec, std::function<void(Call&)> run, std::string_view plugin = "trial");
    /// Starts a request with id 7.
    std::shared_ptr<PendingCall> send(std::string_view verb, std::string_view params = "{}");
    /// What was posted to the loop since, also by tasks that run meanwhile.
    void runPosted();
    [[nodiscard]] std::size_t posted() const;
    /// The requester's lines, and forgets them.
    [[nodiscard]] std::vector<std::string> take();
    /// The only line since the last look.
    [[nodiscard]] std::string only();

    RecordingLog log;
    TableAuthority authority;
    Registry registry;
    std::shared_ptr<RecordingRequester> requester{std::make_shared<RecordingRequester>()};
    std::vector<std::string> outcomes; ///< `verb code target…`
    bool refusesWrites{false};
    bool noMemoryToCount{false};
    std::unique_ptr<Gate> gate;

private:
    std::thread::id _loop{std::this_thread::get_id()};
    mutable std::mutex _mutex;
    std::vector<std::function<void()>> _posted;
};

} // namespace venomx::kernel::tests
