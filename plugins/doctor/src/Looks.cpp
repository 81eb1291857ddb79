#include "Looks.h"

#include <utility>
#include <venomx/sdk/errors.h>

namespace venomx::doctor
{

std::weak_ptr<Call> Looks::add(Call call)
{
    auto kept = std::make_shared<Call>(std::move(call));
    _calls.insert(kept);
    const std::weak_ptr<Call> look = kept;
    kept->onCancel(
        [this, look]
        {
            const auto cancelled = look.lock();
            if (!cancelled) return;
            forget(cancelled);
            cancelled->refuse(errors::cancelled());
        });
    return look;
}

void Looks::close()
{
    for (const auto& call : std::exchange(_calls, {})) call->refuse(errors::shutdown());
}

} // namespace venomx::doctor
