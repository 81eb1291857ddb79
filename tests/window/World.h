// Plugin `window`, started among fakes, and asked as the gate would ask it.
// Made by a test; one thread. `ask` leaves a request pending when its verb does.
#pragma once

#include "plugins/window/src/WindowPlugin.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/testing.h>

namespace venomx::tests
{

using namespace venomx::testing;

class World
{
public:
    World();
    ~World();

    using Asked = std::unique_ptr<FakeCall>;
    using Mays = FakeCall::May;
    /// Starts a request; `may` decides what its caller may read (nothing given: everything).
    [[nodiscard]] Asked ask(std::string_view verb, std::string_view params = "{}", const Mays& may = {});
    /// The whole answer of a request that is answered at once.
    [[nodiscard]] std::string answer(std::string_view verb, std::string_view params = "{}", const Mays& may = {});
    /// `answer`, and the events that came of it forgotten.
    void done(std::string_view verb, std::string_view params = "{}");
    /// Splits a pane, as pane.split would.
    [[nodiscard]] Asked split(std::string_view params);
    [[nodiscard]] std::string events();
    [[nodiscard]] const VerbSpec& spec(std::string_view verb) const;
    /// Empty when layouts, panes and the index agree; else what does not.
    [[nodiscard]] std::string whyInconsistent() const;

    FakeServices services;
    FakeResources resources;
    FakeEvents published;
    FakePanes panes{resources, published};
    window::WindowPlugin plugin;

    [[nodiscard]] Layout& layout() const { return *_layout; }
    [[nodiscard]] Workspace& workspace() const { return *_workspace; }

private:
    [[nodiscard]] Asked make(const VerbSpec& spec, std::string_view params, const Mays& may) const;

    std::vector<Verb> _verbs;
    Layout* _layout{nullptr};
    Workspace* _workspace{nullptr};
};

} // namespace venomx::tests
