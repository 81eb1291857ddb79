#include "Announcer.h"

#include "Session.h"
#include "Window.h"

namespace venomx::window
{

namespace
{

Result about(const Session& session)
{
    Result data;
    data.field("session", session.id.str()).field("name", session.name);
    return data;
}

Result about(const Window& window)
{
    Result data;
    data.field("window", window.id.str()).field("session", window.session.str());
    return data;
}

Result withSize(Result data, const Window& window)
{
    data.field("cols", window.layout.size().cols).field("rows", window.layout.size().rows);
    return data;
}

} // namespace

void Announcer::sessionCreated(const Session& session)
{
    _events->publish("session.created", {.about = session.id}, about(session));
}

void Announcer::sessionRenamed(const Session& session)
{
    _events->publish("session.renamed", {.about = session.id}, about(session));
}

void Announcer::sessionClosed(SessionId session)
{
    Result data;
    data.field("session", session.str());
    _events->publish("session.closed", {.about = session}, std::move(data));
}

void Announcer::windowCreated(const Window& window)
{
    Result data = about(window);
    data.field("name", window.name);
    _events->publish("window.created", {.about = window.id}, withSize(std::move(data), window));
}

void Announcer::windowRenamed(const Window& window)
{
    Result data = about(window);
    data.field("name", window.name);
    _events->publish("window.renamed", {.about = window.id}, std::move(data));
}

void Announcer::windowResized(const Window& window)
{
    _events->publish("window.resized", {.about = window.id}, withSize(about(window), window));
}

void Announcer::windowClosed(WindowId window, SessionId session)
{
    Result data;
    data.field("window", window.str()).field("session", session.str());
    _events->publish("window.closed", {.about = window}, std::move(data));
}

void Announcer::layoutChanged(const Window& window)
{
    Result data = withSize(about(window), window);
    data.field("active", window.active.str());
    _events->publish("layout.changed", {.about = window.id}, std::move(data));
}

} // namespace venomx::window
