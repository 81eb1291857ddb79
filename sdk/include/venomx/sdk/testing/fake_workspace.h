// Sessions and windows as a test wants them: public members are the test's to set. What is not there is empty. Control loop only.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>
#include <venomx/sdk/services/workspace.h>

namespace venomx::testing
{

class FakeWorkspace : public Workspace
{
public:
    struct Session
    {
        std::string name;
        std::map<WindowId, std::vector<PaneId>> windows{};
    };
    std::map<SessionId, Session> all;

    [[nodiscard]] std::vector<SessionId> sessions() const override;
    [[nodiscard]] std::vector<WindowId> windows(SessionId session) const override;
    [[nodiscard]] std::vector<PaneId> panes(WindowId window) const override;
    [[nodiscard]] std::optional<std::string> name(SessionId session) const override;
};

} // namespace venomx::testing
