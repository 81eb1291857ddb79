// What the daemon's memory is for an idle pane, and for 100,000 lines of mixed text in one pane, against tmux.
#include "bench/support/Contents.h"
#include "bench/support/Measure.h"
#include "bench/support/Run.h"
#include "bench/support/Workspace.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>

using namespace venomx::bench;

namespace
{

constexpr int kPanes = 200;
constexpr std::size_t kLines = 100'000;
/// Some lines take two rows; both keep them all.
constexpr std::size_t kRows = 2 * kLines;

/// Resident memory once it has stopped growing.
double settled(pid_t pid)
{
    std::size_t last = 0;
    for (int tries = 0; tries < 200; ++tries)
    {
        const std::size_t now = residentMemory(pid);
        if (now == last) break;
        last = now;
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    return static_cast<double>(last);
}

void idlePanes()
{
    VenomxDaemon daemon;
    Workspace workspace{daemon};
    TmuxServer tmux;
    const pid_t server = tmux.serverPid();
    const auto more = [&]
    {
        (void)workspace.create("[\"" VENOMX_IDLE "\"]");
        tmux.command("new-window -d '" VENOMX_IDLE "'\n");
    };
    // The first ones also pay for what all share.
    for (int i = 0; i < 20; ++i) more();
    const double oursBefore = settled(daemon.pid());
    const double theirsBefore = settled(server);
    for (int i = 0; i < kPanes; ++i) more();
    const double ours = (settled(daemon.pid()) - oursBefore) / kPanes;
    const double theirs = (settled(server) - theirsBefore) / kPanes;
    report("memory of an idle pane, against tmux", ours, theirs, ours / theirs, Want::atMost, 3, "bytes");
}

void longHistory()
{
    const std::filesystem::path file = std::filesystem::temp_directory_path() / ("venomx-bench-memory-" + std::to_string(::getpid()));
    std::ofstream{file, std::ios::binary} << mixedLines(kLines);
    VenomxDaemon daemon{{"pane.scrollback=" + std::to_string(kRows)}};
    Workspace workspace{daemon};
    TmuxServer tmux;
    const pid_t server = tmux.serverPid();
    tmux.command("set -g history-limit " + std::to_string(kRows) + "\n");
    workspace.close(workspace.create("[\"/bin/true\"]"));
    const double oursBefore = settled(daemon.pid());
    const double theirsBefore = settled(server);
    workspace.waitForExit(workspace.create(R"(["/bin/cat",")" + file.string() + "\"]"));
    // A program can end before tmux has read what it wrote; the title at its end tells that all before it was read.
    tmux.command("new-window -d -n history \"/bin/cat " + file.string() + "; printf '\\033]2;read\\007'; exec sleep 1000\"\n");
    await([&] { return tmux.ask("-t :history '#{pane_title}'") == "read"; }, "tmux has read the lines");
    if (std::stoul(tmux.ask("-t :history '#{history_size}'")) < kLines) throw std::runtime_error("tmux has lost lines");
    const double ours = settled(daemon.pid()) - oursBefore;
    const double theirs = settled(server) - theirsBefore;
    std::filesystem::remove(file);
    report("memory of 100,000 mixed lines, against tmux", ours / 1e6, theirs / 1e6, ours / theirs, Want::atMost, 0.35, "MB");
}

} // namespace

int main()
{
    return run("memory",
               []
               {
                   idlePanes();
                   longHistory();
               });
}
