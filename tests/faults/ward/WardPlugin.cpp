// A plugin that is no good neighbour: it holds up the loop that all share, and takes descriptors that it never gives back.
#include <chrono>
#include <cstdint>
#include <fcntl.h>
#include <thread>
#include <venomx/sdk/call.h>
#include <venomx/sdk/plugin.h>
#include <venomx/sdk/verb_checks.h>

namespace venomx::ward
{
namespace
{

constexpr Param kMs[] = {{.name = "ms", .type = Type::integer(0, 10'000), .required = true, .summary = "For how long"}};
constexpr Param kTaken[] = {{.name = "descriptors", .type = Type::integer(), .required = true, .summary = "How many were left to take"}};
constexpr VerbSpec kBlock{.name = "ward.block", .summary = "Hold up the control loop", .params = kMs};
constexpr VerbSpec kLeak{.name = "ward.leak", .summary = "Take all descriptors, for good", .result = kTaken};
static_assert(valid(kBlock) && valid(kLeak));

void block(Call& call)
{
    std::this_thread::sleep_for(std::chrono::milliseconds{call.integer("ms")});
    call.answer({});
}

void leak(Call& call)
{
    std::int64_t taken = 0;
    while (::open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0) ++taken;
    Result result;
    result.field("descriptors", taken);
    call.answer(std::move(result));
}

} // namespace

class WardPlugin final : public Plugin
{
public:
    std::vector<Verb> verbs() override { return {{&kBlock, block}, {&kLeak, leak}}; }
};

} // namespace venomx::ward

VENOMX_PLUGIN(venomx::ward::WardPlugin);
