// The sessions and windows that there are: the state behind all verbs of this plugin, and the service workspace/1.
// Each change keeps the kernel's index (Resources) and the panes' sizes in step and publishes its event; only addWindow and
// split leave that to their caller, because their events stand around the pane's own. A change to what is there already
// changes nothing and tells nothing. Owned by the plugin; control loop only; `open` comes before everything else.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/services/clock.h>
#include <venomx/sdk/services/daemon_info.h>
#include <venomx/sdk/services/panes.h>
#include <venomx/sdk/services/resources.h>
#include <venomx/sdk/services/workspace.h>

#include "Announcer.h"
#include "Session.h"
#include "Window.h"

namespace venomx::window
{

/// What the rest of the daemon gives this plugin; all of it outlives the plugin's stop.
struct Outside
{
    Panes& panes;
    Resources& resources;
    Events& events;
    const DaemonInfo& daemon;
    const Clock& clock;
};

class Workspace final : public v1::Workspace
{
public:
    void open(const Outside& outside);
    [[nodiscard]] Outside& outside() { return *_outside; }
    [[nodiscard]] Announcer announce() { return Announcer{_outside->events}; }

    // The service.
    [[nodiscard]] std::vector<SessionId> sessions() const override;
    [[nodiscard]] std::vector<WindowId> windows(SessionId session) const override;
    [[nodiscard]] std::vector<PaneId> panes(WindowId window) const override;
    [[nodiscard]] std::optional<std::string> name(SessionId session) const override;

    // What there is; pointers hold until the next change.
    [[nodiscard]] const Session* find(SessionId session) const;
    [[nodiscard]] const Window* find(WindowId window) const;
    /// Likewise; not_found.session and not_found.window for what is not there.
    [[nodiscard]] const Session& get(SessionId session) const;
    [[nodiscard]] const Window& get(WindowId window) const;
    /// not_found.session for one that is not there or is being closed.
    void mustTakeWindows(SessionId session) const;
    [[nodiscard]] const Window* windowOf(PaneId pane) const;
    [[nodiscard]] const std::map<SessionId, Session>& allSessions() const { return _sessions; }
    [[nodiscard]] const std::map<WindowId, Window>& allWindows() const { return _windows; }
    [[nodiscard]] std::vector<PaneId> panesOf(SessionId session) const;
    /// Whether a pane may be added: there, and not being closed.
    [[nodiscard]] bool takesPanes(const Window& window) const;

    // Changes of sessions; names are refused with invalid_params.name and conflict.name.
    const Session& addSession(std::optional<std::string_view> name, PrincipalId creator);
    void rename(SessionId session, std::string_view name);
    void markClosing(SessionId session); ///< not_found.session for one that is not there
    /// Of a session without windows.
    void removeSession(SessionId session);

    // Changes of windows. The name is an allowed one, the size a possible one, the pane in the window.
    const Window& addWindow(SessionId session, std::optional<std::string> name, TerminalSize size, const NewPane& first);
    void rename(WindowId window, std::string_view name);
    void select(WindowId window, PaneId pane);
    void markClosing(WindowId window);               ///< not_found.window likewise
    void resize(WindowId window, TerminalSize size); ///< throws conflict.no_space

    // Changes of layouts. The pane is in a window.
    const Window& split(PaneId source, const SplitOrder& order, const NewPane& added); ///< throws conflict.no_space
    void resizePane(PaneId pane, std::optional<int> cols, std::optional<int> rows);    ///< throws conflict.no_space
    /// The pane is no more; its window goes with it when it was the last one.
    void removePane(PaneId pane);

private:
    [[nodiscard]] Session& at(SessionId session) { return _sessions.at(session); }
    [[nodiscard]] Window& at(WindowId window) { return _windows.at(window); }
    /// No `session`: of one that has no id yet.
    void checkName(std::optional<SessionId> session, std::string_view name) const;
    void removeWindow(Window& window);
    /// Tells each pane whose cells are not those of `before`.
    void tellSizes(const Window& window, const std::vector<PaneCell>& before);

    std::optional<Outside> _outside;
    std::map<SessionId, Session> _sessions;
    std::map<WindowId, Window> _windows;
    std::map<PaneId, WindowId> _panes;
};

} // namespace venomx::window
