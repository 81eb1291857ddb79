#include "Expect.h"

#include <cstdio>
#include <cstdlib>

namespace venomx
{
inline namespace v1
{

void preconditionFailed(const char* file, int line) noexcept
{
    std::fprintf(stderr, "venomx: precondition failed at %s:%d\n", file, line);
    std::abort();
}

} // namespace v1
} // namespace venomx
