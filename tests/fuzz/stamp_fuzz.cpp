// Any bytes as a plugin file: reading its stamp ends, never past the bytes, with a stamp or a reason.
#include <cstdint>
#include <cstdlib>

#include "kernel/plugins/Stamp.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace venomx::kernel;
    const MemoryBytes bytes(std::as_bytes(std::span{data, size}));
    const auto read = readStamp(bytes);
    if (const auto* refused = std::get_if<Refused>(&read))
    {
        if (refused->reason.empty() || refused->sentence.empty()) std::abort();
        return 0;
    }
    const OwnBuild own{1, "toolchain", ".so.80"};
    static_cast<void>(misfit(std::get<Stamp>(read), "fuzz.so", own, {"alpha.so"}));
    return 0;
}
