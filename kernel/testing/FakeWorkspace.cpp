#include <venomx/sdk/testing/fake_workspace.h>

namespace venomx::testing
{

std::vector<SessionId> FakeWorkspace::sessions() const
{
    std::vector<SessionId> ids;
    for (const auto& [id, session] : all) ids.push_back(id);
    return ids;
}

std::vector<WindowId> FakeWorkspace::windows(SessionId session) const
{
    std::vector<WindowId> ids;
    if (const auto found = all.find(session); found != all.end())
        for (const auto& [id, panes] : found->second.windows) ids.push_back(id);
    return ids;
}

std::vector<PaneId> FakeWorkspace::panes(WindowId window) const
{
    for (const auto& [id, session] : all)
        if (const auto found = session.windows.find(window); found != session.windows.end()) return found->second;
    return {};
}

std::optional<std::string> FakeWorkspace::name(SessionId session) const
{
    const auto found = all.find(session);
    return found == all.end() ? std::nullopt : std::optional{found->second.name};
}

} // namespace venomx::testing
