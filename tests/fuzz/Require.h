// A promise that a fuzz target holds the code to. Broken, it says which and ends the program, as a sanitizer's finding does.
// Functions; any thread.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace venomx::fuzz
{

inline void require(bool holds, const char* what)
{
    if (holds) return;
    std::fprintf(stderr, "broken: %s\n", what);
    std::abort();
}

} // namespace venomx::fuzz
