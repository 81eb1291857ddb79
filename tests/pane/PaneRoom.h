// The plugin `pane` alive in a test, with the real plugin `spawn` below it: real processes on real terminals, a control loop,
// workers, and fakes around. Made and used by the test's thread; verbs and services run on the room's control loop.
#pragma once

#include "PanePlugin.h"
#include "plugins/spawn/src/SpawnPlugin.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/testing.h>

namespace venomx::tests
{

using namespace venomx::testing;

/// Waits until `holds`; false when it did not within thirty seconds.
[[nodiscard]] bool eventually(const std::function<bool()>& holds);
[[nodiscard]] int openDescriptors();
/// Processes whose parent is this one, ended ones too.
[[nodiscard]] std::vector<pid_t> children();
[[nodiscard]] bool running(pid_t pid);
/// The string member of that name in a JSON object; empty when it is not there.
[[nodiscard]] std::string member(std::string_view json, std::string_view name);
[[nodiscard]] std::int64_t numberIn(std::string_view json, std::string_view name);
[[nodiscard]] std::string jsonText(std::string_view text);

class PaneRoom
{
public:
    using Asked = std::unique_ptr<FakeCall>;

    explicit PaneRoom(std::map<std::string, std::string> settings = {});
    ~PaneRoom();

    /// Starts a creation whose parameters are these.
    [[nodiscard]] Asked create(const std::string& params, TerminalSize size = {});
    /// A pane that runs `sh -c script`, once it does.
    [[nodiscard]] std::string shell(const std::string& script, TerminalSize size = {});
    [[nodiscard]] Asked ask(std::string_view verb, const std::string& params, PrincipalId caller = PrincipalId::owner());
    [[nodiscard]] const Verb& verb(std::string_view name) const;
    /// The whole answer.
    [[nodiscard]] std::string answer(std::string_view verb, const std::string& params);
    /// What the pane shows.
    [[nodiscard]] std::string text(const std::string& pane, const std::string& more = {});
    /// Waits until the pane shows `part`.
    [[nodiscard]] bool shows(const std::string& pane, const std::string& part);
    [[nodiscard]] std::string send(const std::string& pane, const std::string& text);
    [[nodiscard]] std::string close(const std::string& pane, const std::string& more = {});
    [[nodiscard]] pid_t pid(const std::string& pane);
    void stop();

    FakeServices services;
    FakeEvents events;
    FakeResources resources;
    FakePrincipals principals{events};
    FakeLayout layout{events, resources};
    FakeHealth health;

private:
    template <class Start>
    void onLoop(Start&& start)
    {
        services.loop.run(std::forward<Start>(start));
    }

    spawn::SpawnPlugin _spawn;
    pane::PanePlugin _pane;
    std::vector<Verb> _verbs;
    bool _stopped{false};
};

} // namespace venomx::tests
