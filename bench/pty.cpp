// How fast a pane takes what its program prints, from the start of `cat` to its end, against a reader that drains the terminal
// and parses nothing, and against tmux with no client: 80 by 24, 2,000 lines of scrollback, four kinds of content.
#include "bench/support/Contents.h"
#include "bench/support/Floor.h"
#include "bench/support/Measure.h"
#include "bench/support/Run.h"
#include "bench/support/Workspace.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

using namespace venomx::bench;

namespace
{

constexpr int kRounds = 7;
constexpr std::size_t kBytes = 12U << 20U;

/// A file of its own for as long as the object lives.
class File
{
public:
    explicit File(const std::string& content)
        : _path(std::filesystem::temp_directory_path() / ("venomx-bench-pty-" + std::to_string(::getpid())))
    {
        std::ofstream{_path, std::ios::binary} << content;
    }
    ~File() { std::filesystem::remove(_path); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    [[nodiscard]] std::string path() const { return _path.string(); }

private:
    std::filesystem::path _path;
};

void measure(const std::string& kind, const std::string& content, double againstReader, double againstTmux)
{
    const File file{content};
    VenomxDaemon daemon{{"pane.scrollback=2000"}};
    Workspace workspace{daemon};
    TmuxServer tmux;
    tmux.command("set -g history-limit 2000\n");
    Samples ours;
    Samples reader;
    Samples theirs;
    for (int round = 0; round < kRounds; ++round)
    {
        std::string pane;
        ours.time(
            [&]
            {
                pane = workspace.create(R"(["/bin/cat",")" + file.path() + "\"]");
                workspace.waitForExit(pane);
            });
        workspace.close(pane);
        Floor floor;
        reader.time(
            [&]
            {
                floor.start("/bin/cat", file.path().c_str());
                floor.drain();
            });
        floor.end();
        theirs.time(
            [&]
            {
                tmux.command("new-window -d \"/bin/cat " + file.path() + "; tmux -S " + tmux.socket() + " wait-for -S done\"\n");
                tmux.command("wait-for done\n");
            });
    }
    const double megabytes = static_cast<double>(content.size()) / 1e6;
    const auto rate = [megabytes](const Samples& samples) { return megabytes / (samples.median() / 1e6); };
    report("output ingested, " + kind + ", against a reader that parses nothing", rate(ours), rate(reader), rate(ours) / rate(reader),
           Want::atLeast, againstReader, "MB/s");
    report("output ingested, " + kind + ", against tmux", rate(ours), rate(theirs), rate(ours) / rate(theirs), Want::atLeast, againstTmux,
           "MB/s");
}

} // namespace

int main()
{
    return run("pty",
               []
               {
                   measure("plain", plainText(kBytes), 0.8, 2.5);
                   measure("dense colour", denseColour(kBytes), 0.65, 4);
                   measure("scroll", scrollingLetters(kBytes / 4), 0.8, 1.7);
                   measure("CJK and emoji", wideText(kBytes), 0.5, 6);
               });
}
