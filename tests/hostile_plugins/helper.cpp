// A plugin that exports a helper under a name that another vendor chose too, and calls it through the dynamic linker.
#include <string>
#include <venomx/sdk/call.h>
#include <venomx/sdk/plugin.h>

extern "C" __attribute__((visibility("default"), noinline)) const char* vendor_helper();

extern "C" const char* vendor_helper()
{
    return HELPER_VENDOR;
}

namespace venomx::helper
{
namespace
{

constexpr Param kResult[] = {{.name = "vendor", .type = Type::string(), .required = true, .summary = "Whose helper ran"}};
constexpr VerbSpec kSpec{.name = HELPER_VENDOR ".ask", .summary = "Ask the helper", .result = kResult};

} // namespace

class Helped final : public Plugin
{
public:
    std::vector<Verb> verbs() override
    {
        return {{&kSpec, [](Call& call)
                 {
                     Result result;
                     result.field("vendor", std::string_view{vendor_helper()});
                     call.answer(std::move(result));
                 }}};
    }
};

} // namespace venomx::helper

VENOMX_PLUGIN(venomx::helper::Helped);
