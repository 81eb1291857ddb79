#include <venomx/sdk/testing/fake_principals.h>

#include <utility>

namespace venomx::testing
{

class FakePrincipals::Prepared : public PreparedPrincipal
{
public:
    Prepared(FakePrincipals& owner, PrincipalId id) : _owner(owner), _id(id) {}
    [[nodiscard]] PrincipalId id() const override { return _id; }
    [[nodiscard]] const Secret& token() const override { return _token; }
    void wipeToken() noexcept override { _token.clear(); }
    void activate(PaneId pane, pid_t) override
    {
        _owner._active.insert(_id);
        Result data;
        data.field("principal", _id.str()).field("pane", pane.str());
        _owner._events.publish("principal.created", {.about = pane}, std::move(data));
    }

private:
    FakePrincipals& _owner;
    PrincipalId _id;
    Secret _token{"vnt1.venomx.g1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
};

std::unique_ptr<PreparedPrincipal> FakePrincipals::prepare(const Call&)
{
    if (refuse) throw Refusal{"denied.delegation", "permission denied"};
    return std::make_unique<Prepared>(*this, PrincipalId::generated(_next++));
}

void FakePrincipals::revoke(PrincipalId principal)
{
    if (_active.erase(principal) == 0) return;
    Result data;
    data.field("principal", principal.str());
    _events.publish("principal.revoked", {}, std::move(data));
}

} // namespace venomx::testing
