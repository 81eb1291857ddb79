#include "Workspace.h"

#include <algorithm>
#include <venomx/sdk/errors.h>

#include "Names.h"

namespace venomx::window
{

void Workspace::open(const Outside& outside)
{
    _outside.emplace(outside);
}

const Session* Workspace::find(SessionId session) const
{
    const auto found = _sessions.find(session);
    return found == _sessions.end() ? nullptr : &found->second;
}

const Window* Workspace::find(WindowId window) const
{
    const auto found = _windows.find(window);
    return found == _windows.end() ? nullptr : &found->second;
}

const Session& Workspace::get(SessionId session) const
{
    const Session* found = find(session);
    if (found == nullptr) throw errors::noSession();
    return *found;
}

const Window& Workspace::get(WindowId window) const
{
    const Window* found = find(window);
    if (found == nullptr) throw errors::noWindow();
    return *found;
}

void Workspace::mustTakeWindows(SessionId session) const
{
    if (get(session).closing) throw errors::noSession();
}

const Window* Workspace::windowOf(PaneId pane) const
{
    const auto found = _panes.find(pane);
    return found == _panes.end() ? nullptr : find(found->second);
}

std::vector<PaneId> Workspace::panesOf(SessionId session) const
{
    std::vector<PaneId> all;
    for (const WindowId window : windows(session)) std::ranges::copy(panes(window), std::back_inserter(all));
    return all;
}

bool Workspace::takesPanes(const Window& window) const
{
    return !window.closing && !_sessions.at(window.session).closing;
}

void Workspace::checkName(std::optional<SessionId> session, std::string_view name) const
{
    if (!sessionNameWellFormed(name) || (looksLikeId(name) && !(session && name == session->str()))) throw nameNotAllowed();
    const auto taken = [&](const auto& entry) { return entry.first != session && entry.second.name == name; };
    if (std::ranges::any_of(_sessions, taken)) throw nameTaken();
}

const Session& Workspace::addSession(std::optional<std::string_view> name, PrincipalId creator)
{
    // Checked before an id is used up, except for a name that only the id to come can allow.
    if (name && !looksLikeId(*name)) checkName(std::nullopt, *name);
    const SessionId id{_outside->resources.allocate(ResourceKind::session).number};
    if (name) checkName(id, *name);

    Session session{.id = id, .name = name ? std::string{*name} : id.str(), .created = _outside->clock.system()};
    const Session& added = _sessions.emplace(id, std::move(session)).first->second;
    _outside->resources.created(id, std::nullopt, creator);
    _outside->resources.named(id, added.name);
    announce().sessionCreated(added);
    return added;
}

void Workspace::rename(SessionId id, std::string_view name)
{
    Session& session = at(id);
    checkName(id, name);
    if (session.name == name) return;
    session.name = name;
    _outside->resources.named(id, name);
    announce().sessionRenamed(session);
}

void Workspace::markClosing(SessionId session)
{
    static_cast<void>(get(session));
    at(session).closing = true;
}

void Workspace::removeSession(SessionId session)
{
    _sessions.erase(session);
    announce().sessionClosed(session);
    _outside->resources.removed(session);
}

const Window& Workspace::addWindow(SessionId session, std::optional<std::string> name, TerminalSize size, const NewPane& first)
{
    const WindowId id{_outside->resources.allocate(ResourceKind::window).number};
    Window window{.id = id,
                  .session = session,
                  .name = name ? *std::move(name) : id.str(),
                  .layout = LayoutTree{first.pane, size},
                  .active = first.pane};
    const Window& added = _windows.emplace(id, std::move(window)).first->second;
    at(session).windows.push_back(id);
    _panes.emplace(first.pane, id);
    _outside->resources.created(id, session.resource(), first.creator);
    _outside->resources.created(first.pane, id.resource(), first.creator, first.principal);
    return added;
}

void Workspace::rename(WindowId id, std::string_view name)
{
    Window& window = at(id);
    if (window.name == name) return;
    window.name = name;
    announce().windowRenamed(window);
}

void Workspace::select(WindowId id, PaneId pane)
{
    Window& window = at(id);
    if (window.active == pane) return;
    window.active = pane;
    announce().layoutChanged(window);
}

void Workspace::markClosing(WindowId window)
{
    static_cast<void>(get(window));
    at(window).closing = true;
}

void Workspace::resize(WindowId id, TerminalSize size)
{
    Window& window = at(id);
    const std::vector<PaneCell> before = window.layout.cells();
    const bool other = window.layout.size() != size;
    if (!window.layout.resize(size)) throw errors::noSpace();
    if (!other) return;
    tellSizes(window, before);
    announce().windowResized(window);
}

const Window& Workspace::split(PaneId source, const SplitOrder& order, const NewPane& added)
{
    Window& window = at(_panes.at(source));
    const std::vector<PaneCell> before = window.layout.cells();
    if (!window.layout.split(source, added.pane, order)) throw errors::noSpace();
    _panes.emplace(added.pane, window.id);
    _outside->resources.created(added.pane, window.id.resource(), added.creator, added.principal);
    tellSizes(window, before);
    return window;
}

void Workspace::resizePane(PaneId pane, std::optional<int> cols, std::optional<int> rows)
{
    Window& window = at(_panes.at(pane));
    const std::vector<PaneCell> before = window.layout.cells();
    const auto old = window.layout.sizeOf(pane);
    if (!window.layout.resizePane(pane, cols, rows)) throw errors::noSpace();
    if (window.layout.sizeOf(pane) == old) return;
    tellSizes(window, before);
    announce().layoutChanged(window);
}

void Workspace::removePane(PaneId pane)
{
    const auto found = _panes.find(pane);
    if (found == _panes.end()) return;
    Window& window = at(found->second);
    _panes.erase(found);

    const std::vector<PaneCell> before = window.layout.cells();
    const auto heir = window.layout.remove(pane);
    if (!heir) return removeWindow(window);
    if (window.active == pane) window.active = *heir;
    tellSizes(window, before);
    announce().layoutChanged(window);
}

void Workspace::removeWindow(Window& window)
{
    const WindowId id = window.id;
    const SessionId session = window.session;
    std::erase(at(session).windows, id);
    _windows.erase(id);
    announce().windowClosed(id, session);
    _outside->resources.removed(id);
}

void Workspace::tellSizes(const Window& window, const std::vector<PaneCell>& before)
{
    std::map<PaneId, TerminalSize> old;
    for (const PaneCell& cell : before) old.emplace(cell.pane, cell.size);
    for (const PaneCell& cell : window.layout.cells())
    {
        const auto was = old.find(cell.pane);
        if (was != old.end() && was->second != cell.size) _outside->panes.resize(cell.pane, cell.size);
    }
}

std::vector<SessionId> Workspace::sessions() const
{
    std::vector<SessionId> all;
    for (const auto& [id, session] : _sessions) all.push_back(id);
    return all;
}

std::vector<WindowId> Workspace::windows(SessionId session) const
{
    const Session* found = find(session);
    return found ? found->windows : std::vector<WindowId>{};
}

std::vector<PaneId> Workspace::panes(WindowId window) const
{
    std::vector<PaneId> all;
    const Window* found = find(window);
    if (!found) return all;
    for (const PaneCell& cell : found->layout.cells()) all.push_back(cell.pane);
    return all;
}

std::optional<std::string> Workspace::name(SessionId session) const
{
    const Session* found = find(session);
    return found ? std::optional{found->name} : std::nullopt;
}

} // namespace venomx::window
