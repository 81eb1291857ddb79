// Panes as other plugins see them (provided by plugin `pane`): the one transaction that makes a pane, and its end.
// A pane's place (a new window, half of another pane) is the caller's Placement. Control loop only.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>
#include <venomx/sdk/call.h>
#include <venomx/sdk/ids.h>
#include <venomx/sdk/service.h>
#include <venomx/sdk/services/spawner.h>

namespace venomx
{
inline namespace v1
{

/// A pane that is about to be shown to requests.
struct NewPane
{
    PaneId pane;
    PrincipalId principal;
    PrincipalId creator;
    pid_t pid{-1};
};

/// Where a new pane will stand: one part of its creation, made by whoever knows the target. Destroyed without `commit`, it
/// leaves nothing behind. Steps run in the order declared.
class Placement
{
public:
    virtual ~Placement();
    /// The placement's own parameters (a window's cols and rows); after the grants, before the process's. Throws Refusal.
    virtual void checkParams(const Call& call) = 0;
    /// After all syntax, before anything is looked up or made: is there room? Throws conflict.no_space.
    virtual void checkRoom() = 0;
    [[nodiscard]] virtual TerminalSize size() const = 0;
    /// The process runs: makes the place real and reports its resources (window, then pane) to the kernel's index. Throws
    /// Refusal, having changed nothing, when the target has gone or its room was taken meanwhile. Afterwards `size` is final.
    virtual void commit(const NewPane& pane) = 0;
    [[nodiscard]] virtual WindowId window() const = 0;
    [[nodiscard]] virtual SessionId session() const = 0;
    /// Publishes what comes before pane.created (window.created) and after it (layout.changed).
    virtual void announceBefore() = 0;
    virtual void announceAfter() = 0;
};

/// How a process ended: a code or a signal, never both.
struct PaneStatus
{
    int code{0};
    int signal{0}; ///< 0: ended by itself
    bool core{false};
};
/// {"code":3} or {"signal":"SIGTERM","core":false}
[[nodiscard]] std::string toJson(const PaneStatus& status);
/// SIGTERM; real-time signals as SIGRTMIN+n.
[[nodiscard]] std::string signalName(int signal);

/// How long closing gives the processes to end by themselves: a parameter of each verb that closes panes.
inline constexpr std::int64_t kLongestGraceMs = 600'000;
inline constexpr Param kGraceParam{.name = "grace_ms",
                                   .type = Type::integer(0, kLongestGraceMs),
                                   .summary = "Milliseconds from SIGHUP to SIGKILL; default: the setting pane.grace_ms"};
/// No value: the call leaves it to the setting.
[[nodiscard]] inline std::optional<std::chrono::milliseconds> graceOf(const Call& call)
{
    const auto grace = call.findInteger(kGraceParam.name);
    return grace ? std::optional{std::chrono::milliseconds{*grace}} : std::nullopt;
}

class Panes : public Service
{
public:
    static constexpr ServiceName kService{"panes", 1};
    ~Panes() override;

    /// Grants, parameters, start, learn, commit or roll back, and the answer `{pane, window, session, principal, pid}`.
    /// Takes the call whatever happens. Refusals are answered, never thrown.
    virtual void create(Call call, std::unique_ptr<Placement> placement) = 0;

    [[nodiscard]] virtual bool exists(PaneId pane) const = 0;
    /// Has its process ended?
    [[nodiscard]] virtual bool exited(PaneId pane) const = 0;
    /// Tells the terminal and its program the new size. Unknown pane: nothing.
    virtual void resize(PaneId pane, TerminalSize size) = 0;
    /// Ends the pane's processes (SIGHUP, SIGKILL after `grace`; no value: pane.grace_ms), takes it out of layout, index and
    /// events, and calls `done` with how its process ended, once, perhaps before this returns. A pane that is being closed already joins
    /// that close; an unknown one is closed.
    virtual void close(PaneId pane, std::optional<std::chrono::milliseconds> grace, std::function<void(PaneStatus)> done) = 0;
};

} // namespace v1
} // namespace venomx
