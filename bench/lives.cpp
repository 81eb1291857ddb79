// Whole lives of panes a second (create, exit, reap, close) over eight connections, against the bare floor with four threads.
#include "bench/support/Floor.h"
#include "bench/support/Measure.h"
#include "bench/support/Run.h"
#include "bench/support/Workspace.h"

#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace venomx::bench;

namespace
{

constexpr int kRounds = 5;
constexpr int kConnections = 8;
constexpr int kThreads = 4;
constexpr int kLives = 800; ///< a round

/// How often `work(thread)` was done a second, by so many threads at once.
template <class Work>
double rate(int threads, Work&& work)
{
    const auto start = Clock::now();
    std::vector<std::thread> running;
    for (int thread = 0; thread < threads; ++thread)
        running.emplace_back(
            [&, thread]
            {
                for (int i = 0; i < kLives / threads; ++i) work(thread);
            });
    for (std::thread& thread : running) thread.join();
    return kLives / std::chrono::duration<double>(Clock::now() - start).count();
}

void measure()
{
    VenomxDaemon daemon;
    std::vector<std::unique_ptr<Workspace>> workspaces;
    for (int i = 0; i < kConnections; ++i) workspaces.push_back(std::make_unique<Workspace>(daemon));
    Samples ours;
    Samples floor;
    for (int round = 0; round < kRounds; ++round)
    {
        ours.add(rate(kConnections,
                      [&](int connection)
                      {
                          Workspace& workspace = *workspaces[static_cast<std::size_t>(connection)];
                          const std::string pane = workspace.create("[\"" VENOMX_IDLE "\",\"once\"]");
                          workspace.waitForExit(pane);
                          workspace.close(pane);
                      }));
        floor.add(rate(kThreads,
                       [](int)
                       {
                           Floor life;
                           life.start(VENOMX_IDLE, "once");
                           life.drain();
                           life.end();
                       }));
    }
    report("whole lives a second, 8 connections, against the floor with 4 threads", ours.median(), floor.median(),
           ours.median() / floor.median(), Want::atLeast, 0.4, "/s");
}

} // namespace

int main()
{
    return run("lives", measure);
}
