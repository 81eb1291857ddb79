// Whole processes: `venomx whoami` against `tmux display-message`, `serve` to listening, and how often an idle daemon with 200
// idle panes runs at all (a thread that makes a system call has been switched to).
#include "bench/support/Measure.h"
#include "bench/support/Run.h"
#include "bench/support/Workspace.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

using namespace venomx::bench;

namespace
{

constexpr int kTurns = 200;
constexpr int kStarts = 15;
constexpr int kPanes = 200;

void commands()
{
    VenomxDaemon daemon;
    TmuxServer tmux;
    const std::string program = daemon.program();
    const std::vector<std::string> ours{program, "whoami", "--socket", daemon.socket()};
    const std::vector<std::string> theirs{"tmux", "-S", tmux.socket(), "display-message", "-p", "x"};
    Samples our;
    Samples their;
    for (int turn = 0; turn < kTurns; ++turn)
    {
        our.time([&] { runToEnd(ours); });
        their.time([&] { runToEnd(theirs); });
    }
    report("venomx whoami as a process, against tmux display-message", our.median(), their.median(), our.median() / their.median(),
           Want::atMost, 1.2, "us");
}

void starts()
{
    Samples listening;
    for (int turn = 0; turn < kStarts; ++turn) listening.time([] { const VenomxDaemon daemon; });
    report("serve to listening and back to the end, against 60 ms", listening.median() / 1000, 60, listening.median() / 1000 / 60,
           Want::atMost, 1, "ms");
}

std::uint64_t switches(pid_t pid)
{
    std::uint64_t sum = 0;
    for (const auto& task : std::filesystem::directory_iterator{"/proc/" + std::to_string(pid) + "/task"})
    {
        std::ifstream status{task.path() / "status"};
        for (std::string word; status >> word;)
        {
            std::uint64_t count = 0;
            if (word == "voluntary_ctxt_switches:" || word == "nonvoluntary_ctxt_switches:") status >> count;
            sum += count;
        }
    }
    return sum;
}

void idle()
{
    VenomxDaemon daemon;
    Workspace workspace{daemon};
    for (int i = 0; i < kPanes; ++i) (void)workspace.create("[\"" VENOMX_IDLE "\"]");
    std::this_thread::sleep_for(std::chrono::seconds(5));
    const std::uint64_t before = switches(daemon.pid());
    std::this_thread::sleep_for(std::chrono::seconds(10));
    const auto woken = static_cast<double>(switches(daemon.pid()) - before);
    report("times that an idle daemon with 200 idle panes woke in 10 s", woken, 0, woken, Want::atMost, 0, "");
}

} // namespace

int main()
{
    return run("process",
               []
               {
                   commands();
                   starts();
                   idle();
               });
}
