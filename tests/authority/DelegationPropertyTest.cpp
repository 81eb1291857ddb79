// Delegation in random worlds: each principal makes the next, with grants drawn at random. The refusals are those of the model,
// with its indexes, and nobody down a chain reaches what its first ancestor could not, but for what was made on the way.
#include "Model.h"

#include <cppunit/extensions/HelperMacros.h>
#include <iostream>

#include "kernel/authority/Delegation.h"

namespace venomx::tests
{
namespace
{

using namespace venomx::kernel;

constexpr std::array kRights{Right::read, Right::write, Right::spawn, Right::admin};

struct Counts
{
    int asked{0};
    int refused{0};
    int malformed{0};
    int made{0};
    int depth{0};
    int compared{0};
};

std::string toText(const std::vector<Grant>& grants)
{
    return toJson(grants);
}

class Chain
{
public:
    explicit Chain(unsigned seed) : _seed(seed), _world(seed) { _world.build(80); }

    void run(Counts& counts)
    {
        const PrincipalId first = create(PrincipalId::owner(), _world.anyGrants(6));
        std::vector<PrincipalId> line{first};
        for (int tries = 0; tries < 24; ++tries)
            if (const auto next = delegate(line.back(), counts)) line.push_back(*next);
        counts.depth = std::max(counts.depth, static_cast<int>(line.size()));
        counts.made += static_cast<int>(line.size()) - 1;
        for (const PrincipalId one : line) compare(line, one, counts);
    }

private:
    PrincipalId create(PrincipalId creator, std::vector<Grant> grants)
    {
        const PrincipalId made = _world.room.parts.principals.create(creator, grants).first;
        _world.model.creators[made] = creator;
        _world.model.grants[made] = std::move(grants);
        return made;
    }

    /// As pane creations ask for it, through the service that they use. The pane stands in a window of anyone's.
    std::optional<PrincipalId> delegate(PrincipalId caller, Counts& counts)
    {
        ++counts.asked;
        std::vector<Grant> asked = anyAsked(caller);
        std::string json = toText(asked);
        std::size_t bad = asked.size();
        const char* member = nullptr;
        if (_world.chance(8) && !asked.empty())
        {
            bad = static_cast<std::size_t>(_world.within(0, static_cast<int>(asked.size()) - 1));
            member = spoil(json, bad, asked);
        }
        const std::size_t uncovered = _world.model.firstUncovered(caller, asked);
        std::string expected = "none";
        if (uncovered < asked.size()) expected = R"(denied.delegation {"index":)" + std::to_string(uncovered) + "}";
        if (member != nullptr) expected = R"(invalid_params.grant_scope {"param":"grants.)" + std::to_string(bad) + '.' + member + "\"}";

        std::unique_ptr<PreparedPrincipal> prepared;
        const std::string refusal = refusalOf([&] { prepared = _world.room.prepare(caller, json); });
        CPPUNIT_ASSERT_EQUAL_MESSAGE("seed " + std::to_string(_seed) + ", " + caller.str() + " asks " + json, expected, refusal);
        if (member != nullptr) ++counts.malformed;
        if (!prepared) return ++counts.refused, std::nullopt;
        return settle(caller, *prepared, std::move(asked));
    }

    PrincipalId settle(PrincipalId caller, PreparedPrincipal& prepared, std::vector<Grant> grants)
    {
        const PrincipalId made = prepared.id();
        _world.model.creators[made] = caller;
        _world.model.grants[made] = std::move(grants);
        const auto window = _world.anyThing(ResourceKind::window);
        const ResourceId pane = _world.room.parts.index.allocate(ResourceKind::pane);
        _world.room.parts.index.created(pane, window, caller, made);
        _world.model.things.emplace(pane, ModelThing{.parent = window, .creator = caller, .own = made});
        prepared.activate(PaneId{pane.number}, _world.room.processes.start(FakeProcesses::kDaemon));
        return made;
    }

    /// Mostly what the caller has, so that chains grow; else anything.
    std::vector<Grant> anyAsked(PrincipalId caller)
    {
        std::vector<Grant> asked;
        const auto& own = _world.model.grants.at(caller);
        for (int left = _world.within(0, 5); left > 0; --left)
        {
            if (_world.chance(40) && !own.empty())
                asked.push_back(own[static_cast<std::size_t>(_world.within(0, static_cast<int>(own.size()) - 1))]);
            else if (_world.chance(60))
                asked.push_back({.right = static_cast<Right>(_world.within(0, 1)), .scope = {.kind = Scope::Kind::self}});
            else
                for (Grant& grant : _world.anyGrants(1)) asked.push_back(std::move(grant));
        }
        for (Grant& grant : asked)
            grant.lineage = grant.scope.kind == Scope::Kind::thing ? _world.room.parts.index.find(grant.scope.thing) : nullptr;
        return asked;
    }

    /// Makes entry `index` malformed; gives the member that says so.
    const char* spoil(std::string& json, std::size_t index, const std::vector<Grant>& asked)
    {
        struct Bad
        {
            const char* right;
            const char* scope;
            const char* member;
        };
        constexpr Bad kBad[] = {{"Read", "*", "right"},
                                {"", "x", "right"},
                                {"read", "pane:w0", "scope"},
                                {"read", "pane:p00", "scope"},
                                {"spawn", "", "scope"},
                                {"write", "s0", "scope"},
                                {"admin", "self", "scope"},
                                {"admin", "session:s0", "scope"},
                                {"read", "session:build", "scope"}};
        const Bad& bad = kBad[static_cast<std::size_t>(_world.within(0, std::size(kBad) - 1))];
        json = "[";
        for (std::size_t i = 0; i < asked.size(); ++i)
        {
            const std::string one = toText({asked[i]});
            const std::string spoiled = std::string{R"({"right":")"} + bad.right + R"(","scope":")" + bad.scope + "\"}";
            json += (i > 0 ? "," : "") + (i == index ? spoiled : one.substr(1, one.size() - 2));
        }
        json += ']';
        return bad.member;
    }

    /// Is the thing, or what it stands in, the pane of one down the line, or made by one?
    [[nodiscard]] bool madeOnTheWay(const std::vector<PrincipalId>& line, ResourceId id) const
    {
        for (std::optional<ResourceId> at = id; at; at = _world.model.things.at(*at).parent)
        {
            const ModelThing& thing = _world.model.things.at(*at);
            for (std::size_t i = 1; i < line.size(); ++i)
                if (thing.own == line[i] || _world.model.isOrDescends(thing.creator, line[i])) return true;
        }
        return false;
    }

    void compare(const std::vector<PrincipalId>& line, PrincipalId last, Counts& counts)
    {
        const PrincipalId first = line.front();
        const auto& rights = _world.room.parts.rights;
        for (const Right right : kRights)
        {
            const auto check = [&](std::optional<ResourceId> on)
            {
                ++counts.compared;
                CPPUNIT_ASSERT_MESSAGE("seed " + std::to_string(_seed) + ": " + last.str() + " reaches more than " + first.str(),
                                       !rights.may(last, right, on) || rights.may(first, right, on));
            };
            check({});
            for (const auto& [id, thing] : _world.model.things)
                if (right == Right::admin || !madeOnTheWay(line, id)) check(id);
        }
        const bool spawns = std::ranges::any_of(_world.model.grants.at(last), [](const Grant& own) { return own.right == Right::spawn; });
        const bool spawned = std::ranges::any_of(_world.model.grants.at(first), [](const Grant& own) { return own.right == Right::spawn; });
        CPPUNIT_ASSERT(!spawns || spawned);
    }

    unsigned _seed;
    RandomWorld _world;
};

} // namespace

class DelegationPropertyTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(DelegationPropertyTest);
    CPPUNIT_TEST(nobodyHandsOverWhatHeHasNot);
    CPPUNIT_TEST_SUITE_END();

public:
    void nobodyHandsOverWhatHeHasNot()
    {
        constexpr unsigned kChains = 400;
        const unsigned fresh = std::random_device{}();
        Counts counts;
        for (unsigned chain = 0; chain < kChains; ++chain) Chain(chain < kChains - 100 ? chain : fresh + chain).run(counts);
        std::cout << " (" << counts.asked << " delegations: " << counts.made << " made, " << counts.refused << " refused, "
                  << counts.malformed << " of them malformed; longest chain " << counts.depth << "; " << counts.compared
                  << " rights compared; seeds 0.. and " << fresh << "..)";
        CPPUNIT_ASSERT(counts.made > counts.asked / 10 && counts.refused > counts.asked / 10 && counts.malformed > 100 && counts.depth > 8);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DelegationPropertyTest);

} // namespace venomx::tests
