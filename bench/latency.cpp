// The 99th percentile of `pane.list` while eight panes print without end, against the same while all is quiet: of a client as any,
// and of one that asks the scheduler for short slices, as the daemon does, and so does not itself wait for the programs' slices to
// end. And how evenly the eight are served.
#include "bench/support/Measure.h"
#include "bench/support/Run.h"
#include "bench/support/Workspace.h"
#include "kernel/loop/TimeSlice.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

using namespace venomx::bench;

namespace
{

constexpr int kPanes = 8;
constexpr int kRounds = 5;
constexpr int kRequests = 400;

void sample(Workspace& workspace, Samples& samples)
{
    for (int i = 0; i < kRequests; ++i)
    {
        samples.time([&] { (void)workspace.ask("pane.list"); });
        std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
}

/// On a thread of its own, whose slices are short.
void samplePromptly(Workspace& workspace, Samples& samples)
{
    std::thread{[&]
                {
                    venomx::kernel::preferShortSlices();
                    sample(workspace, samples);
                }}
        .join();
}

/// How much the least served pane printed, as a part of what the most served one did.
double evenness(Workspace& workspace, const std::vector<std::string>& panes, std::chrono::milliseconds time)
{
    const auto printed = [&]
    {
        std::vector<double> bytes;
        for (const std::string& pane : panes)
            bytes.push_back(static_cast<double>(number(workspace.ask("pane.info", R"({"pane":")" + pane + "\"}"), "bytes_out")));
        return bytes;
    };
    const std::vector<double> before = printed();
    std::this_thread::sleep_for(time);
    std::vector<double> grown = printed();
    for (std::size_t i = 0; i < grown.size(); ++i) grown[i] -= before[i];
    return *std::ranges::min_element(grown) / *std::ranges::max_element(grown);
}

void measure()
{
    VenomxDaemon quiet;
    VenomxDaemon busy;
    Workspace inQuiet{quiet};
    Workspace inBusy{busy};
    Samples calm;
    Samples loaded;
    Samples calmPrompt;
    Samples loadedPrompt;
    for (int i = 0; i < kPanes; ++i) (void)inQuiet.create("[\"" VENOMX_IDLE "\"]");
    double even = 1;
    for (int round = 0; round < kRounds; ++round)
    {
        sample(inQuiet, calm);
        samplePromptly(inQuiet, calmPrompt);
        std::vector<std::string> panes;
        for (int i = 0; i < kPanes; ++i) panes.push_back(inBusy.create(R"(["/usr/bin/yes"])"));
        sample(inBusy, loaded);
        samplePromptly(inBusy, loadedPrompt);
        even = std::min(even, evenness(inBusy, panes, std::chrono::milliseconds(1000)));
        for (const std::string& pane : panes) inBusy.close(pane);
    }
    const auto compare = [](const char* name, const Samples& flooded, const Samples& still)
    { report(name, flooded.quantile(0.99), still.quantile(0.99), flooded.quantile(0.99) / still.quantile(0.99), Want::atMost, 10, "us"); };
    compare("pane.list, p99, while eight panes run yes, against quiet", loaded, calm);
    compare("the same, by a client that asks for short slices", loadedPrompt, calmPrompt);
    report("the least served of eight panes, against the most served", even, 1, even, Want::atLeast, 0.5, "");
}

} // namespace

int main()
{
    return run("latency", measure);
}
