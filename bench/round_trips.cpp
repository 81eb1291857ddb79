// Round trips of `whoami`, against an echo server that parses nothing and tmux's control mode: one at a time, and 128 deep.
// Deep means that 128 requests are under way, each written by the client on its own, as clients with many callers do; against tmux
// also all in one write, as a client sends what it knows beforehand.
#include "bench/support/Measure.h"
#include "bench/support/Peers.h"
#include "bench/support/Run.h"

#include <string>
#include <vector>

using namespace venomx::bench;

namespace
{

constexpr int kRounds = 9;
constexpr int kSingles = 2000;
constexpr int kDepth = 128;
constexpr int kBatches = 100;

std::string request(int id)
{
    return R"({"id":)" + std::to_string(id) + R"(,"verb":"whoami"})" + "\n";
}

double oneByOne(Lines& lines)
{
    Samples samples;
    const std::string line = request(1);
    for (int i = 0; i < kSingles; ++i)
        samples.time(
            [&]
            {
                lines.send(line);
                (void)lines.receive();
            });
    return samples.median();
}

template <class Send, class Receive>
double requestsASecond(Send&& send, Receive&& receive)
{
    const auto start = Clock::now();
    for (int batch = 0; batch < kBatches; ++batch)
    {
        for (int i = 0; i < kDepth; ++i) send(i);
        for (int i = 0; i < kDepth; ++i) receive();
    }
    return kBatches * kDepth / std::chrono::duration<double>(Clock::now() - start).count();
}

void measure()
{
    VenomxDaemon daemon;
    EchoServer echo;
    TmuxServer tmux;
    Lines ours = daemon.connect();
    Lines plain = echo.connect();
    std::vector<std::string> deep;
    for (int i = 0; i < kDepth; ++i) deep.push_back(request(i + 1));
    Samples ourSingle;
    Samples echoSingle;
    Samples ourRate;
    Samples echoRate;
    Samples tmuxRate;
    Samples ourWhole;
    Samples tmuxWhole;
    std::string whole;
    std::string tmuxLines;
    for (const std::string& line : deep) whole += line;
    for (int i = 0; i < kDepth; ++i) tmuxLines += "display-message -p x\n";
    for (int round = 0; round < kRounds; ++round)
    {
        ourSingle.add(oneByOne(ours));
        echoSingle.add(oneByOne(plain));
        ourRate.add(requestsASecond([&](int i) { ours.send(deep[static_cast<std::size_t>(i)]); }, [&] { (void)ours.receive(); }));
        echoRate.add(requestsASecond([&](int i) { plain.send(deep[static_cast<std::size_t>(i)]); }, [&] { (void)plain.receive(); }));
        tmuxRate.add(requestsASecond([&](int) { tmux.send("display-message -p x\n"); }, [&] { tmux.finish(); }));
        ourWhole.add(requestsASecond([&](int i) { i == 0 ? ours.send(whole) : void(); }, [&] { (void)ours.receive(); }));
        tmuxWhole.add(requestsASecond([&](int i) { i == 0 ? tmux.send(tmuxLines) : void(); }, [&] { tmux.finish(); }));
    }
    report("round trip, depth 1, p50, against echo", ourSingle.median(), echoSingle.median(), ourSingle.median() / echoSingle.median(),
           Want::atMost, 1.6, "us");
    report("round trips a second, depth 128, against echo", ourRate.median(), echoRate.median(), ourRate.median() / echoRate.median(),
           Want::atLeast, 0.25, "/s");
    report("round trips a second, depth 128, against tmux", ourRate.median(), tmuxRate.median(), ourRate.median() / tmuxRate.median(),
           Want::atLeast, 6, "/s");
    report("the same, all in one write, against tmux", ourWhole.median(), tmuxWhole.median(), ourWhole.median() / tmuxWhole.median(),
           Want::atLeast, 6, "/s");
}

} // namespace

int main()
{
    return run("round_trips", measure);
}
