#include "kernel/wire/Crowding.h"

#include <string>
#include <utility>

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
    _log.warning("connections refused or ended since this was last said: " + std::to_string(std::exchange(_since, 0)) +
                 ", the last for the reason " + std::string{reason.view()});
}

} // namespace venomx::kernel
