#include <venomx/sdk/settings.h>

namespace venomx
{
inline namespace v1
{

Settings::~Settings() = default;

} // namespace v1
} // namespace venomx
