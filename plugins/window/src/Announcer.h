// Tells about changes of sessions, windows and layouts: one function an event, its data beside its name. What is told of a
// thing that goes is published while the kernel's index still has it. A short-lived handle; control loop only.
#pragma once

#include <venomx/sdk/services/events.h>

namespace venomx::window
{

struct Session;
struct Window;

class Announcer
{
public:
    explicit Announcer(Events& events) : _events(&events) {}

    void sessionCreated(const Session& session);
    void sessionRenamed(const Session& session);
    void sessionClosed(SessionId session);
    void windowCreated(const Window& window);
    void windowRenamed(const Window& window);
    void windowResized(const Window& window);
    void windowClosed(WindowId window, SessionId session);
    void layoutChanged(const Window& window);

private:
    Events* _events;
};

} // namespace venomx::window
