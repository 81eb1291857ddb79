// Who there is, with what grants, and the service Principals. Holds no token, only digests. Control loop only; owned by the
// daemon; outlives the plugins.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>
#include <venomx/sdk/services/clock.h>
#include <venomx/sdk/services/events.h>
#include <venomx/sdk/services/loop.h>
#include <venomx/sdk/services/principals.h>

#include "kernel/authority/Delegation.h"
#include "kernel/authority/PaneProcesses.h"
#include "kernel/authority/ResourceIndex.h"
#include "kernel/authority/Tokens.h"

namespace venomx::kernel
{

struct PrincipalLimits
{
    std::size_t panes{4096};
    std::size_t panesPerPrincipal{256};
    std::chrono::milliseconds linger{0};
};

/// A principal that is active.
struct Principal
{
    PrincipalId id;
    PrincipalId creator;
    std::optional<PaneId> pane;
    Grants grants;
    Reach reach{};            ///< of the grants
    std::string grantsJson{}; ///< written once: it is asked for often
    TokenDigest digest{};
    std::chrono::system_clock::time_point created{};
};

class PrincipalTable final : public Principals
{
public:
    struct Parts
    {
        ResourceIndex& index;
        Ancestry& ancestry;
        Events& events;
        Clock& clock;
        Loop& loop;
        const Processes& processes;
    };

    explicit PrincipalTable(Parts parts);
    ~PrincipalTable() override;

    [[nodiscard]] std::unique_ptr<PreparedPrincipal> prepare(const Call& call) override;
    void revoke(PrincipalId principal) override;
    /// With its pane at the latest.
    void ended(PrincipalId principal) override;
    [[nodiscard]] bool covers(PrincipalId holder, PrincipalId other) const override;

    void limit(const PrincipalLimits& limits) { _limits = limits; }
    void grantUnknown(Grants grants);

    /// The owner's token of this life of the daemon; the one before ends.
    [[nodiscard]] Secret renewOwner();
    /// Whose token this is; nothing when it is nobody's (any more).
    [[nodiscard]] std::optional<PrincipalId> authenticate(std::string_view token) const;
    /// Is this the token of a prepared principal? Its process may run, and speak, before the creation is committed here.
    [[nodiscard]] bool awaits(std::string_view token) const;
    /// Called once, on a later turn of the loop, when the next prepared principal has become active or has gone.
    void whenSettled(std::function<void()> told) { _whenSettled.push_back(std::move(told)); }

    /// Is one of the principals prepared that have smaller numbers than this? `next` is the number that none has yet.
    [[nodiscard]] bool preparing(std::uint64_t before) const { return !_prepared.empty() && _prepared.begin()->first < before; }
    [[nodiscard]] std::uint64_t next() const { return _next; }
    /// Whose pane's process this is, whether the principal still lives or not.
    [[nodiscard]] std::optional<PrincipalId> ofProcess(pid_t pid, std::uint64_t started) const { return _processes.find(pid, started); }

    /// A principal without a pane; the delegation check is the caller's. Publishes principal.created.
    [[nodiscard]] std::pair<PrincipalId, Secret> create(PrincipalId creator, Grants grants);
    /// Of a principal that does not exist: none.
    [[nodiscard]] const Grants& grants(PrincipalId principal) const { return record(principal).grants; }
    [[nodiscard]] Holding holding(PrincipalId principal) const;
    [[nodiscard]] const std::string& grantsJson(PrincipalId principal) const { return record(principal).grantsJson; }
    [[nodiscard]] const Principal* find(PrincipalId principal) const;
    /// By id.
    [[nodiscard]] std::vector<const Principal*> list() const;

    /// Told when a principal is about to be revoked, and may still do what it may.
    void onRevoking(std::function<void()> told) { _onRevoking = std::move(told); }
    /// Told of each principal that was revoked.
    void onRevoked(std::function<void(PrincipalId)> told) { _onRevoked = std::move(told); }

private:
    class Prepared;
    class PaneSlot;

    [[nodiscard]] const Principal& record(PrincipalId principal) const;
    void checkLimits(PrincipalId caller);
    void activate(Principal principal, std::unique_ptr<PaneSlot> slot);
    void settled(PrincipalId principal);
    void publish(Literal kind, const Principal& principal);
    void paneGone(ResourceId id);

    Parts _parts;
    PaneProcesses _processes;
    PrincipalLimits _limits;
    Principal _owner;
    Principal _unknown;
    Principal _nobody;
    bool _ownerKnown{false};
    std::uint64_t _next{1};
    std::map<std::uint64_t, Principal> _active;
    std::map<std::uint64_t, TokenDigest> _prepared;
    std::vector<std::function<void()>> _whenSettled;
    std::unordered_map<std::uint64_t, std::unique_ptr<PaneSlot>> _slots; ///< by pane number
    std::unordered_map<std::uint64_t, EventLoop::TimerId> _lingering;    ///< by principal
    std::unordered_map<std::uint64_t, PrincipalId> _byPane;
    std::size_t _held{0};
    std::function<void()> _onRevoking;
    std::function<void(PrincipalId)> _onRevoked;
};

} // namespace venomx::kernel
