#include "kernel/wire/Crowding.h"

#include <new>
#include <string>

namespace venomx::kernel
{
namespace
{

constexpr std::chrono::minutes kQuiet{1};

} // namespace

void Crowding::note(Literal reason, Time now)
{
    _counter.add(reason.view());
    ++_since;
    if (_told && now - *_told < kQuiet) return;
    _told = now;
    try
    {
        _log.warning("connections refused or ended since this was last said: " + std::to_string(_since) + ", the last for the reason " +
                     std::string{reason.view()});
        _since = 0;
    }
    catch (const std::bad_alloc&)
    {
        _log.warning("connections are refused or ended: there is no memory");
    }
}

} // namespace venomx::kernel
