#include "kernel/wire/Backlog.h"

namespace venomx::kernel
{

bool Backlog::cancel(std::uint64_t id)
{
    const auto found = _waiting.find(id);
    if (found == _waiting.end()) return false;
    _cancelled.insert(found->second);
    _waiting.erase(found);
    return true;
}

void Backlog::started(std::uint64_t id, std::uint64_t offset)
{
    if (const auto found = _waiting.find(id); found != _waiting.end() && found->second == offset) _waiting.erase(found);
}

} // namespace venomx::kernel
