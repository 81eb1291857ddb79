#include "WindowObject.h"

namespace venomx::window
{

Result windowObject(const Window& window)
{
    Result object;
    object.field("window", window.id.str()).field("session", window.session.str()).field("name", window.name);
    object.field("cols", window.layout.size().cols).field("rows", window.layout.size().rows);
    object.write("layout", [&](JsonWriter& json) { window.layout.write(json); });
    object.field("active", window.active.str());
    return object;
}

} // namespace venomx::window
