#include "Reserve.h"

#include <algorithm>
#include <fcntl.h>

namespace venomx::pane
{

bool Reserve::give()
{
    const std::lock_guard guard{_mutex};
    const auto one = std::ranges::find_if(_kept, [](const UniqueFd& kept) { return static_cast<bool>(kept); });
    if (one == _kept.end()) return false;
    one->reset();
    return true;
}

void Reserve::fill()
{
    const std::lock_guard guard{_mutex};
    for (UniqueFd& one : _kept)
    {
        if (!one) one.reset(::open("/", O_PATH | O_CLOEXEC));
        if (!one) return;
    }
}

} // namespace venomx::pane
