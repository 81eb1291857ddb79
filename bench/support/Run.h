// A benchmark's main: runs it, and tells of what stopped it.
#pragma once

#include <cstdio>
#include <exception>

namespace venomx::bench
{

template <class Work>
int run(const char* name, Work&& work)
{
    try
    {
        work();
        return 0;
    }
    catch (const std::exception& failure)
    {
        std::fprintf(stderr, "%s: %s\n", name, failure.what());
        return 1;
    }
}

} // namespace venomx::bench
