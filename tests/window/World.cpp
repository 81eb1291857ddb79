#include "tests/window/World.h"

#include "tests/window/Geometry.h"

#include <cppunit/TestAssert.h>
#include <stdexcept>

namespace venomx::tests
{

namespace
{

constexpr Param kSplitParams[] = {
    {.name = "pane", .type = Type::string(), .required = true, .summary = "Pane to split"},
    {.name = "axis", .type = Type::string({"rows", "cols"}), .required = true, .summary = "Which way"},
    {.name = "size", .type = Type::integer(), .summary = "Cells"},
    {.name = "percent", .type = Type::integer(), .summary = "Share"},
    {.name = "before", .type = Type::boolean(), .summary = "Before the other"},
};
constexpr VerbSpec kSplit{.name = "pane.split", .summary = "Split a pane", .authorize = {{Right::spawn, "pane"}}, .params = kSplitParams};

} // namespace

World::World() : _verbs(plugin.verbs())
{
    published.onPublish = [this](std::string_view kind, const EventScope& scope)
    { CPPUNIT_ASSERT_MESSAGE(std::string{kind}, scope.about && resources.exists(*scope.about)); };
    services.offer({.name = Resources::kService, .service = &resources});
    services.offer({.name = Events::kService, .service = &published});
    services.offer({.name = Panes::kService, .service = &panes});
    for (const Offer& offer : plugin.offers()) services.offer(offer);
    PluginContext context{.services = services, .log = services.log};
    plugin.start(context);
    _layout = &services.require<Layout>();
    _workspace = &services.require<Workspace>();
    panes.use(services);
}

World::~World()
{
    plugin.stop();
}

const VerbSpec& World::spec(std::string_view verb) const
{
    for (const Verb& known : _verbs)
        if (known.spec->name == verb) return *known.spec;
    throw std::out_of_range{std::string{verb}};
}

World::Asked World::make(const VerbSpec& spec, std::string_view params, const Mays& may) const
{
    auto call = std::make_unique<FakeCall>(spec, params);
    call->setResolve([this](std::string_view text) { return resources.resolve(text); });
    if (may) call->setMay(may);
    return call;
}

World::Asked World::ask(std::string_view verb, std::string_view params, const Mays& may)
{
    for (const Verb& known : _verbs)
    {
        if (known.spec->name != verb) continue;
        Asked asked = make(*known.spec, params, may);
        Call call = asked->take();
        call.guard([&] { known.run(call); });
        return asked;
    }
    throw std::out_of_range{std::string{verb}};
}

std::string World::answer(std::string_view verb, std::string_view params, const Mays& may)
{
    return ask(verb, params, may)->answer().str();
}

void World::done(std::string_view verb, std::string_view params)
{
    const Answer got = verb == "pane.split" ? split(params)->answer() : ask(verb, params)->answer();
    CPPUNIT_ASSERT_MESSAGE(got.str(), got.kind == Answer::Kind::ok);
    (void)published.take();
}

World::Asked World::split(std::string_view params)
{
    Asked asked = make(kSplit, params, {});
    Call call = asked->take();
    call.guard(
        [&]
        {
            auto placement = _layout->split(call, call.pane());
            panes.create(std::move(call), std::move(placement));
        });
    return asked;
}

std::string World::events()
{
    std::string all;
    for (const std::string& event : published.take()) all += event + '\n';
    return all;
}

std::string World::whyInconsistent() const
{
    std::size_t known = 0;
    for (const SessionId session : _workspace->sessions())
    {
        ++known;
        if (_workspace->name(session) != resources.at(session).name) return session.str() + " has two names";
        for (const WindowId window : _workspace->windows(session))
        {
            ++known;
            if (resources.at(window).parent != session.resource()) return window.str() + " is in another session";
            for (const PaneId pane : _workspace->panes(window))
            {
                ++known;
                const auto place = _layout->place(pane);
                if (!place || place->window != window || place->session != session) return pane.str() + " is in another place";
                if (place->size != panes.sizeOf(pane)) return pane.str() + " was not told its size";
                if (resources.at(pane).parent != window.resource()) return pane.str() + " is in another window";
            }
        }
    }
    return known == resources.entries().size() ? std::string{} : "the index holds what is not there";
}

} // namespace venomx::tests
