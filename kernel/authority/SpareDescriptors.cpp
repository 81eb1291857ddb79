#include "kernel/authority/SpareDescriptors.h"

#include <fcntl.h>

namespace venomx::kernel
{

void SpareDescriptors::take()
{
    for (UniqueFd& one : _kept)
        if (!one) one.reset(::open("/", O_PATH | O_CLOEXEC));
}

} // namespace venomx::kernel
