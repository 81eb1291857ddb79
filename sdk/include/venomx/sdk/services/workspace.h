// Sessions and windows as other plugins may ask about them. Provided by plugin `window`. Control loop only. What does not exist has
// nothing in it and no name; nobody's rights are asked (Call::may does that).
#pragma once

#include <optional>
#include <string>
#include <vector>
#include <venomx/sdk/ids.h>
#include <venomx/sdk/service.h>

namespace venomx
{
inline namespace v1
{

class Workspace : public Service
{
public:
    static constexpr ServiceName kService{"workspace", 1};
    ~Workspace() override;
    [[nodiscard]] virtual std::vector<SessionId> sessions() const = 0; ///< by id; likewise windows
    [[nodiscard]] virtual std::vector<WindowId> windows(SessionId session) const = 0;
    [[nodiscard]] virtual std::vector<PaneId> panes(WindowId window) const = 0; ///< in layout order
    [[nodiscard]] virtual std::optional<std::string> name(SessionId session) const = 0;
};

} // namespace v1
} // namespace venomx
