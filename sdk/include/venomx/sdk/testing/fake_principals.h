// Principals of panes for tests: g1, g2 …, all with one made-up token. Control loop only; what it prepares may not outlive it.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <venomx/sdk/services/principals.h>
#include <venomx/sdk/testing/fake_events.h>

namespace venomx::testing
{

class FakePrincipals : public Principals
{
public:
    explicit FakePrincipals(FakeEvents& events) : _events(events) {}

    [[nodiscard]] std::unique_ptr<PreparedPrincipal> prepare(const Call& call) override;
    void revoke(PrincipalId principal) override;
    [[nodiscard]] bool covers(PrincipalId, PrincipalId) const override { return coversAll; }
    /// Activated and not revoked.
    [[nodiscard]] const std::set<PrincipalId>& active() const { return _active; }

    bool coversAll{true}; ///< what `covers` answers
    bool refuse{false};   ///< prepare throws denied.delegation

private:
    class Prepared;
    FakeEvents& _events;
    std::uint64_t _next{1};
    std::set<PrincipalId> _active;
};

} // namespace venomx::testing
