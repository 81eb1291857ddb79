// Any bytes as operations on a layout: whatever they are, the tree stays exact, and a refusal changes nothing.
#include <cstdint>
#include <cstdio>
#include <stdexcept>

#include "tests/fuzz/Choices.h"
#include "tests/fuzz/Require.h"
#include "tests/window/LayoutWalk.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace venomx;
    fuzz::Choices choices({reinterpret_cast<const char*>(data), size});
    tests::LayoutWalk walk([&](int least, int most) { return choices.within(least, most); });
    try
    {
        while (!choices.empty()) walk.step();
    }
    catch (const std::runtime_error& broken)
    {
        fuzz::require(false, broken.what());
    }
    return 0;
}
