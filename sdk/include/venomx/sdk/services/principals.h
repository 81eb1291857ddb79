// Principals for panes: prepared with the pane, active once its process runs, revoked when it goes. Provided by the kernel;
// control loop only.
#pragma once

#include <memory>
#include <sys/types.h>
#include <venomx/sdk/call.h>
#include <venomx/sdk/ids.h>
#include <venomx/sdk/secret.h>
#include <venomx/sdk/service.h>

namespace venomx
{
inline namespace v1
{

/// A principal that nobody can use yet. Destroyed before `activate`, it never was (its id stays used up).
class PreparedPrincipal
{
public:
    virtual ~PreparedPrincipal();
    [[nodiscard]] virtual PrincipalId id() const = 0;
    /// For the child's environment. Wiped by `wipeToken` and by activate.
    [[nodiscard]] virtual const Secret& token() const = 0;
    virtual void wipeToken() noexcept = 0;
    /// `process` is the pane's, and nobody has reaped it yet. Makes the token valid and publishes principal.created; a client that
    /// descends from the process is taken for this principal, token or not.
    virtual void activate(PaneId pane, pid_t process) = 0;
};

class Principals : public Service
{
public:
    static constexpr ServiceName kService{"principals", 1};
    ~Principals() override;

    /// Reads the call's `grants` parameter (absent: read self, write self), checks its syntax, then that the caller may hand
    /// each over, then the limits. Throws Refusal: invalid_params.grant_scope, denied.delegation, conflict.limit.
    [[nodiscard]] virtual std::unique_ptr<PreparedPrincipal> prepare(const Call& call) = 0;
    /// Revokes the pane's principal, closes its connections and publishes principal.revoked. Unknown: nothing.
    virtual void revoke(PrincipalId principal) = 0;
    /// The process of the principal's pane has ended: revokes it, at once or after authority.linger_ms.
    virtual void ended(PrincipalId principal) { revoke(principal); }
    /// Whether all that `other` may do is covered by what `holder` may do.
    [[nodiscard]] virtual bool covers(PrincipalId holder, PrincipalId other) const = 0;
};

} // namespace v1
} // namespace venomx
