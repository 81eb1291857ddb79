#include <venomx/sdk/log.h>

namespace venomx
{
inline namespace v1
{

Log::~Log() = default;

} // namespace v1
} // namespace venomx
