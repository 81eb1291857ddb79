// How fast the emulator takes output from memory, in MB/s of its own processor time, beside the figures that performance.md names as the
// aim. Lines: `screen_parse.<kind>: ours, prototype, ratio, target, ok|short`.
#include "bench/support/Contents.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "plugins/pane/src/screen/Screen.h"
#include "plugins/pane/src/screen/SilentListener.h"

namespace
{

using namespace venomx::bench;
using namespace venomx::pane;

constexpr std::size_t sampleBytes = 8u << 20;
constexpr std::size_t readBytes = 4'096; // what a PTY gives at once

// The thread's own time: nothing here waits, and what else the machine does is not the parser's fault.
double cpuSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

double megabytesPerSecond(const std::string& sample)
{
    SilentListener listener;
    double best = 0;
    for (int round = 0; round < 5; ++round)
    {
        Screen screen({.cols = 80, .rows = 24}, 2'000, listener);
        const double begin = cpuSeconds();
        for (std::size_t at = 0; at < sample.size(); at += readBytes)
            screen.feed(std::span(sample).subspan(at, std::min(readBytes, sample.size() - at)));
        best = std::max(best, static_cast<double>(sample.size()) / 1e6 / (cpuSeconds() - begin));
    }
    return best;
}

void report(const char* kind, const std::string& sample, double prototype)
{
    const double ours = megabytesPerSecond(sample);
    std::printf("screen_parse.%s: %.0f MB/s, %.0f MB/s, %.2f, >= 1, %s\n", kind, ours, prototype, ours / prototype,
                ours >= prototype ? "ok" : "short");
}

} // namespace

int main()
{
    report("plain", plainText(sampleBytes), 309);
    report("color", denseColour(sampleBytes), 260);
    report("scroll", scrollingLetters(sampleBytes), 34);
    report("wide", wideText(sampleBytes), 69);
    return EXIT_SUCCESS;
}
