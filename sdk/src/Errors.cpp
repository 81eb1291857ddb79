#include <venomx/sdk/errors.h>

namespace venomx
{
inline namespace v1
{
namespace errors
{

Refusal denied(Right right)
{
    switch (right)
    {
    case Right::read:
        return Refusal{"denied.read", "permission denied"}.with("right", "read");
    case Right::write:
        return Refusal{"denied.write", "permission denied"}.with("right", "write");
    case Right::spawn:
        return Refusal{"denied.spawn", "permission denied"}.with("right", "spawn");
    case Right::admin:
        break;
    }
    return Refusal{"denied.admin", "permission denied"}.with("right", "admin");
}

} // namespace errors
} // namespace v1
} // namespace venomx
