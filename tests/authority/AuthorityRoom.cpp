#include "AuthorityRoom.h"

namespace venomx::tests
{
namespace
{

constexpr Param kGrant[] = {
    {.name = "right", .type = Type::string(), .required = true, .summary = "Right"},
    {.name = "scope", .type = Type::string(), .required = true, .summary = "Scope"},
};
constexpr Type kGrantItem = Type::object(kGrant);
constexpr Param kParams[] = {{.name = "grants", .type = Type::array(kGrantItem), .summary = "Grants"}};
constexpr VerbSpec kSpec{.name = "test.make", .summary = "Make a pane", .params = kParams};

} // namespace

AuthorityRoom::AuthorityRoom(std::size_t eventsKept) : parts(loop, clock, processes, eventsKept)
{
    loop.onTurnEnd(kernel::TurnStage::events, [this] { parts.subscriptions.sendAll(); });
}

AuthorityRoom::~AuthorityRoom() = default;

void AuthorityRoom::turn()
{
    loop.post([this] { loop.stop(); });
    loop.run();
}

ResourceId AuthorityRoom::session(PrincipalId creator)
{
    const ResourceId id = parts.index.allocate(ResourceKind::session);
    parts.index.created(id, {}, creator, {});
    parts.index.named(id, id.str());
    return id;
}

ResourceId AuthorityRoom::window(ResourceId session, PrincipalId creator)
{
    const ResourceId id = parts.index.allocate(ResourceKind::window);
    parts.index.created(id, session, creator, {});
    return id;
}

std::unique_ptr<PreparedPrincipal> AuthorityRoom::prepare(PrincipalId caller, std::string_view grants)
{
    const std::string params = grants.empty() ? "{}" : R"({"grants":)" + std::string{grants} + "}";
    FakeCall fake{kSpec, params, caller};
    const Call call = fake.take();
    return parts.principals.prepare(call);
}

PrincipalId AuthorityRoom::pane(ResourceId window, PrincipalId creator, std::string_view grants)
{
    const auto prepared = prepare(creator, grants);
    const ResourceId id = parts.index.allocate(ResourceKind::pane);
    parts.index.created(id, window, creator, prepared->id());
    prepared->activate(PaneId{id.number}, processes.start(FakeProcesses::kDaemon));
    return prepared->id();
}

ResourceId AuthorityRoom::paneOf(PrincipalId principal) const
{
    return parts.principals.find(principal)->pane->resource();
}

} // namespace venomx::tests
