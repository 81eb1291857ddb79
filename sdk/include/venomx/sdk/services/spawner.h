// Starting a process exactly as a request asks (provided by plugin `spawn`), and the parameters that every verb which starts
// one shares. The other side sees a plan going in and a process, or a Refusal with its exact reason, coming out. Control loop only; what
// is handed over belongs to the taker.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <variant>
#include <venomx/sdk/call.h>
#include <venomx/sdk/ids.h>
#include <venomx/sdk/secret.h>
#include <venomx/sdk/service.h>
#include <venomx/sdk/unique_fd.h>

namespace venomx
{
inline namespace v1
{

/// In character cells, each from 1 to 1000.
struct TerminalSize
{
    int cols{80};
    int rows{24};
    auto operator<=>(const TerminalSize&) const = default;
};

/// What the child is told about itself: VENOMX_PRINCIPAL, VENOMX_TOKEN, VENOMX_PANE.
struct LaunchIdentity
{
    PrincipalId principal;
    Secret token;
    PaneId pane;
};

/// A request's process parameters, checked. Its views end with the call it was read from. Opaque; wiped when destroyed.
class LaunchRequest
{
public:
    virtual ~LaunchRequest();
    /// Basename of argv[0], at most 255 bytes, valid UTF-8: the one value of the request that may be shown.
    [[nodiscard]] virtual std::string argv0() const = 0;
};

/// A process that has executed its program, with the master side of its terminal.
/// Whoever takes it must reap it, waitid(P_PIDFD) on `pidfd`, and then tell Spawner::reaped. The terminal is non-blocking.
struct StartedProcess
{
    pid_t pid{-1}; ///< its session's and group's leader
    UniqueFd pidfd;
    UniqueFd terminal; ///< the master side; closed on exec
    /// Set: its start was given up when the program already ran. It has been killed; whoever takes it ends what it may have
    /// started meanwhile, reaps it, and then refuses with this.
    std::optional<Refusal> givenUp{};
};

using LaunchOutcome = std::variant<StartedProcess, Refusal>;

/// A start under way.
class LaunchTicket
{
public:
    virtual ~LaunchTicket();
    /// Control loop. The start is given up as soon as may be, and `done` is called with errors::cancelled(); a child that has
    /// not executed its program is ended and reaped before, one that has is handed over as given up.
    virtual void cancel() = 0;
};

class Spawner : public Service
{
public:
    static constexpr ServiceName kService{"spawner", 1};
    ~Spawner() override;

    /// Checks argv, program, cwd, env and env_unset, in that order, without touching the file system. Throws Refusal.
    [[nodiscard]] virtual std::unique_ptr<LaunchRequest> read(const Call& call) = 0;

    /// Resolves the directory, builds the environment, opens a terminal of that size and starts the process, on a worker.
    /// `done` is called once, on the control loop, when the outcome is known and every secret of the launch has been wiped;
    /// the request is destroyed before. Control loop.
    [[nodiscard]] virtual std::shared_ptr<LaunchTicket> start(std::unique_ptr<LaunchRequest> request, LaunchIdentity identity,
                                                              TerminalSize size, std::function<void(LaunchOutcome)> done) = 0;

    /// Control loop: the status of a StartedProcess has been taken. Until then the plugin, which reaps the orphans that the
    /// daemon adopts, leaves that process alone.
    virtual void reaped(pid_t) {}
    /// Control loop: a StartedProcess did not become what it was started for, and is being ended; doctor counts it.
    virtual void rolledBack() {}
};

namespace spawn_params
{
inline constexpr Param kEnvEntry[] = {
    {.name = "name", .type = Type::string(), .required = true, .summary = "Variable name"},
    {.name = "value", .type = Type::string(), .required = true, .summary = "Variable value"},
};
inline constexpr Type kEnvItem = Type::object(kEnvEntry);
inline constexpr Type kWord = Type::string();
inline constexpr Param kGrant[] = {
    {.name = "right", .type = Type::string(), .required = true, .summary = "read, write, spawn or admin"},
    {.name = "scope", .type = Type::string(), .required = true, .summary = "*, self, session:<id>, window:<id> or pane:<id>"},
};
inline constexpr Type kGrantItem = Type::object(kGrant);
inline constexpr Param kParams[] = {
    {.name = "argv",
     .type = Type::array(kWord),
     .summary = "Argument vector, passed to the program exactly as given, with no shell; without argv and program: the user's login shell"},
    {.name = "program",
     .type = Type::string(),
     .summary = "File to execute, found like argv[0] would be on the process's final PATH, so that argv[0] may be any name, such as -sh "
                "for a login shell; default: argv[0]"},
    {.name = "cwd",
     .type = Type::string(),
     .summary = "Absolute working directory for the new process, from a shell \"$PWD\"; default: the daemon's own, not the caller's"},
    {.name = "env",
     .type = Type::array(kEnvItem),
     .summary = "Variables to set or replace in the new process, applied after env_unset; VENOMX_* is reserved; what is given here can be "
                "read in the caller's arguments and transcripts"},
    {.name = "env_unset",
     .type = Type::array(kWord),
     .summary = "Names to remove from the environment that the process inherits from the daemon; VENOMX_* is reserved"},
    {.name = "grants",
     .type = Type::array(kGrantItem),
     .summary = "What the new pane's own principal may do; default: read self and write self; [] for nothing"},
};
inline constexpr Param kParamOnly[] = {{.name = "param", .type = Type::string(), .required = true, .summary = "The parameter"}};
inline constexpr Param kParamReason[] = {
    {.name = "param", .type = Type::string(), .required = true, .summary = "Dotted path of the parameter"},
    {.name = "reason", .type = Type::string(), .required = true, .summary = "Why, in a fixed word"},
};
inline constexpr Param kReason[] = {{.name = "reason", .type = Type::string(), .summary = "Why, in a fixed word"}};
inline constexpr Param kRight[] = {{.name = "right", .type = Type::string(), .required = true, .summary = "The right that is missing"}};
inline constexpr Param kIndex[] = {
    {.name = "index", .type = Type::integer(), .required = true, .summary = "First grant that the caller may not give"}};
inline constexpr Param kLimit[] = {{.name = "limit", .type = Type::string(), .required = true, .summary = "The limit that was reached"}};
inline constexpr ErrorSpec kErrors[] = {
    {.code = "invalid_params.grant_scope", .when = "A grant's right or scope is malformed, or there are more than 256", .data = kParamOnly},
    {.code = "invalid_params.size",
     .when = "cols, rows or a split's size is outside 1..1000, its percent outside 1..100, or both of these are given",
     .data = kParamOnly},
    {.code = "invalid_params.argv", .when = "argv or program is empty or holds a NUL", .data = kParamReason},
    {.code = "invalid_params.cwd", .when = "cwd is relative, over 4095 bytes or holds a NUL", .data = kParamReason},
    {.code = "invalid_params.env", .when = "A name, a value or a limit of env or env_unset is wrong", .data = kParamReason},
    {.code = "denied.spawn", .when = "The caller lacks the right spawn on the target", .data = kRight},
    {.code = "denied.delegation", .when = "A grant is more than the caller's own", .data = kIndex},
    {.code = "conflict.limit", .when = "The daemon, or the principal, has as many panes as it may", .data = kLimit},
    {.code = "not_found.cwd", .when = "cwd does not name an existing directory"},
    {.code = "unavailable.cwd", .when = "cwd exists but cannot be resolved or entered", .data = kReason},
    {.code = "unavailable.spawn", .when = "The program could not be started", .data = kReason},
    {.code = "unavailable.cancelled", .when = "The request was cancelled before it took effect"},
    {.code = "unavailable.shutdown", .when = "The daemon is stopping"},
};
} // namespace spawn_params

inline constexpr ParamGroup kSpawnParams{
    .name = "spawn.params", .owner = "spawn", .params = spawn_params::kParams, .errors = spawn_params::kErrors};

} // namespace v1
} // namespace venomx
