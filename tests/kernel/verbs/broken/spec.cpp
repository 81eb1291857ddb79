// A spec whose parameter's summary ends with a full stop: the compiler says which rule that breaks.
#include <venomx/sdk/verb_checks.h>

namespace venomx::kernel::tests
{

constexpr Param kParams[] = {{.name = "name", .type = Type::string(), .summary = "Whom to greet."}};
constexpr VerbSpec kSpec{.name = "trial.greet", .summary = "Greet somebody", .params = kParams};
static_assert(valid(kSpec));

} // namespace venomx::kernel::tests
