// Creating a window, request to answer with the program known to run, against the bare floor (a terminal, clone with exec
// confirmed, the same program) and tmux's `new-window` in control mode; then the same with 500 MB and 2 GB of scrollback in
// the daemon, and 1 GB in tmux. What is compared is measured in turn, in one run.
#include "bench/support/Floor.h"
#include "bench/support/Measure.h"
#include "bench/support/Run.h"
#include "bench/support/Workspace.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace venomx::bench;

namespace
{

constexpr int kTurns = 300;
constexpr std::size_t kMega = 1U << 20U;

/// Fills terminals with text until the process holds `bytes`; `more` starts another filler.
template <class More>
void fill(pid_t pid, std::size_t bytes, More&& more)
{
    const auto end = Clock::now() + std::chrono::minutes(3);
    std::size_t last = residentMemory(pid);
    auto grew = Clock::now();
    while (last < bytes)
    {
        if (Clock::now() > end) throw std::runtime_error("could not be filled");
        const std::size_t now = residentMemory(pid);
        if (now > last) grew = Clock::now();
        last = now;
        if (Clock::now() - grew > std::chrono::milliseconds(500))
        {
            more();
            grew = Clock::now();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

/// One daemon with a session, and windows made and closed in it.
class Maker
{
public:
    explicit Maker(const VenomxDaemon& daemon) : _daemon(daemon), _workspace(daemon) {}

    void sample(Samples& samples)
    {
        std::string pane;
        samples.time([&] { pane = _workspace.create("[\"" VENOMX_IDLE "\"]"); });
        _workspace.close(pane);
    }

    /// Panes that print and end until the daemon holds that much; they stay.
    void fillTo(std::size_t bytes)
    {
        const auto more = [&]
        {
            (void)_workspace.create(
                R"(["/bin/sh","-c","yes 'a line of text that is long enough to stand for what programs print' | head -c 400000000"])");
        };
        fill(_daemon.pid(), bytes, more);
    }

    /// Ends what still prints.
    void quiet()
    {
        const auto settled = [&]
        {
            const std::size_t before = residentMemory(_daemon.pid());
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            return residentMemory(_daemon.pid()) == before;
        };
        for (int tries = 0; tries < 200 && !settled(); ++tries)
        {
        }
    }

private:
    const VenomxDaemon& _daemon;
    Workspace _workspace;
};

void sampleTmux(TmuxServer& tmux, Samples& samples)
{
    samples.time([&] { tmux.command("new-window -d '" VENOMX_IDLE "'\n"); });
    tmux.command("kill-window -t :$\n");
}

void againstTheFloor()
{
    VenomxDaemon daemon;
    Maker maker{daemon};
    Samples ours;
    Samples bare;
    for (int turn = 0; turn < kTurns; ++turn)
    {
        maker.sample(ours);
        // What a closed window leaves to do must not be the floor's to bear.
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        Floor started;
        // Both find the processor awake.
        const auto awake = Clock::now() + std::chrono::microseconds(200);
        while (Clock::now() < awake)
        {
        }
        bare.time([&] { started.start(VENOMX_IDLE, nullptr); });
        started.end();
    }
    report("window.create, p50, against the floor", ours.median(), bare.median(), ours.median() / bare.median(), Want::atMost, 2.0, "us");
}

void againstTmux()
{
    VenomxDaemon daemon;
    Maker maker{daemon};
    TmuxServer tmux;
    Samples ours;
    Samples theirs;
    Samples bare;
    // What a closed window leaves running must not stand in the way of the next sample, of either kind.
    const auto settle = [] { std::this_thread::sleep_for(std::chrono::milliseconds(5)); };
    for (int turn = 0; turn < kTurns; ++turn)
    {
        settle();
        maker.sample(ours);
        settle();
        sampleTmux(tmux, theirs);
        settle();
        Floor started;
        bare.time([&] { started.start(VENOMX_IDLE, nullptr); });
        started.end();
    }
    // Says how much of what both need is the machine's waking up.
    report("window.create, p50, after a rest, against the floor after a rest", ours.median(), bare.median(), ours.median() / bare.median(),
           Want::atMost, 2.0, "us");
    report("window.create, p50, times faster than tmux", ours.median(), theirs.median(), theirs.median() / ours.median(), Want::atLeast,
           6.0, "us");
}

void full()
{
    VenomxDaemon small;
    VenomxDaemon large{{"pane.scrollback=10000000"}};
    Maker inSmall{small};
    Maker inLarge{large};
    for (const std::size_t size : {500 * kMega, 2048 * kMega})
    {
        inLarge.fillTo(size);
        inLarge.quiet();
        Samples ours;
        Samples base;
        for (int turn = 0; turn < kTurns; ++turn)
        {
            inLarge.sample(ours);
            inSmall.sample(base);
        }
        report("window.create, p50, with " + std::to_string(size / kMega) + " MB of scrollback, against an empty daemon", ours.median(),
               base.median(), ours.median() / base.median(), Want::atMost, 1.3, "us");
        if (size < 2048 * kMega) continue;
        TmuxServer tmux;
        tmux.command("set -g history-limit 10000000\n");
        fill(tmux.serverPid(), 1024 * kMega,
             [&]
             {
                 tmux.command("new-window -d \"yes 'a line of text that is long enough to stand for what programs print' | head -c "
                              "400000000; sleep 1000\"\n");
             });
        Samples theirs;
        for (int turn = 0; turn < 5; ++turn) sampleTmux(tmux, theirs);
        report("window.create, p50, times faster than tmux with 1 GB", ours.median(), theirs.median(), theirs.median() / ours.median(),
               Want::atLeast, 200, "us");
    }
}

} // namespace

/// All of it, or the parts that are named.
int main(int argc, char** argv)
{
    const std::vector<std::string> named{argv + 1, argv + argc};
    const auto wanted = [&](const char* part) { return named.empty() || std::ranges::find(named, part) != named.end(); };
    return run("spawn",
               [&]
               {
                   if (wanted("floor")) againstTheFloor();
                   if (wanted("tmux")) againstTmux();
                   if (wanted("full")) full();
               });
}
