#include "Counters.h"

#include <array>

namespace venomx::spawn
{

void Counters::refused(const Refusal& refusal) noexcept
{
    for (Counter* counter : std::array{&_invalidEnv, &_invalidCwd, &_notFoundCwd, &_unavailableCwd, &_unavailableSpawn})
    {
        if (counter->name() != refusal.code()) continue;
        if (counter->values().empty())
            counter->add();
        else
            counter->add(refusal.reason());
    }
}

void Counters::registerWith(Health& health) const
{
    for (const Counter* counter :
         std::array{&_invalidEnv, &_invalidCwd, &_notFoundCwd, &_unavailableCwd, &_unavailableSpawn, &_started, &_rolledBack})
        health.counter(*counter);
}

} // namespace venomx::spawn
