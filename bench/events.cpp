// Events to 100 subscribers, deliveries a second, against one `write` for each event and subscriber.
#include "bench/support/Measure.h"
#include "bench/support/Run.h"
#include "bench/support/Workspace.h"

#include <array>
#include <string>
#include <string_view>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace venomx::bench;

namespace
{

constexpr int kRounds = 5;
constexpr std::size_t kSubscribers = 100;
constexpr std::size_t kEvents = 4000; ///< a round

/// With memchr, so that what is measured is the sending and not this.
std::size_t linesIn(std::string_view bytes)
{
    std::size_t lines = 0;
    for (std::size_t at = 0; (at = bytes.find('\n', at)) != std::string_view::npos; ++at) ++lines;
    return lines;
}

/// Reads all sockets until `lines` lines have come over each.
void drain(const std::vector<int>& sockets, std::size_t lines)
{
    const venomx::UniqueFd epoll{::epoll_create1(EPOLL_CLOEXEC)};
    for (std::uint32_t i = 0; i < sockets.size(); ++i)
    {
        epoll_event event{.events = EPOLLIN, .data = {.u32 = i}};
        if (::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, sockets[i], &event) != 0)
            throw std::system_error(errno, std::generic_category(), "epoll");
    }
    std::vector<char> block(1U << 17U);
    for (std::size_t left = lines * sockets.size(); left > 0;)
    {
        std::array<epoll_event, 64> ready{};
        const int count = ::epoll_wait(epoll.get(), ready.data(), ready.size(), -1);
        for (int i = 0; i < count; ++i)
        {
            const ssize_t got = ::read(sockets[ready[static_cast<std::size_t>(i)].data.u32], block.data(), block.size());
            if (got <= 0) throw std::runtime_error("a subscriber was cut off");
            left -= linesIn({block.data(), static_cast<std::size_t>(got)});
        }
    }
}

/// Deliveries a second of what `produce()` makes, read by a thread of its own.
template <class Produce>
double rate(const std::vector<int>& sockets, Produce&& produce)
{
    const auto start = Clock::now();
    std::thread reader{[&] { drain(sockets, kEvents); }};
    produce();
    reader.join();
    return static_cast<double>(kEvents * sockets.size()) / std::chrono::duration<double>(Clock::now() - start).count();
}

class Ours
{
public:
    Ours() : _workspace(_daemon)
    {
        for (std::size_t i = 0; i < kSubscribers; ++i)
        {
            _subscribers.push_back(_daemon.connect());
            _subscribers.back().send(R"({"id":1,"verb":"events","params":{"kinds":["session.renamed"]}})"
                                     "\n");
            (void)number(_subscribers.back().receive(), "next");
            _sockets.push_back(_subscribers.back().in());
        }
        _rename = R"({"id":1,"verb":"session.rename","params":{"session":")" + _workspace.session() + R"(","name":"name-)";
    }
    double rate()
    {
        return ::rate(_sockets,
                      [&]
                      {
                          // One batch ahead, so that the daemon never waits for the one who asks.
                          constexpr std::size_t kBatches = kEvents / kDepth;
                          sendBatch();
                          for (std::size_t batch = 1; batch <= kBatches; ++batch)
                          {
                              if (batch < kBatches) sendBatch();
                              for (std::size_t i = 0; i < kDepth; ++i) (void)field(_workspace.wire().receive(), "session");
                          }
                      });
    }

private:
    static constexpr std::size_t kDepth = 100;

    void sendBatch()
    {
        std::string batch;
        for (std::size_t i = 0; i < kDepth; ++i) batch += _rename + std::to_string(++_turn % 1000) + "\"}}\n";
        _workspace.wire().send(batch);
    }

    VenomxDaemon _daemon;
    Workspace _workspace;
    std::vector<Lines> _subscribers;
    std::vector<int> _sockets;
    std::string _rename;
    int _turn{0};
};

class Bare
{
public:
    Bare()
    {
        for (std::size_t i = 0; i < kSubscribers; ++i)
        {
            std::array<int, 2> pair{};
            if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0)
                throw std::system_error(errno, std::generic_category(), "socketpair");
            _sockets.push_back(pair[0]);
            _held.emplace_back(pair[0]);
            _held.emplace_back(pair[1]);
            _ends.push_back(pair[1]);
        }
    }
    double rate()
    {
        const std::string event =
            R"({"id":1,"event":{"seq":12345,"at":"2026-11-30T14:05:11.042Z","kind":"session.renamed","data":{"session":"s0","name":"name-123"}}})"
            "\n";
        return ::rate(_sockets,
                      [&]
                      {
                          for (std::size_t i = 0; i < kEvents; ++i)
                              for (const int end : _ends)
                                  if (::write(end, event.data(), event.size()) < 0)
                                      throw std::system_error(errno, std::generic_category(), "write");
                      });
    }

private:
    std::vector<venomx::UniqueFd> _held;
    std::vector<int> _sockets;
    std::vector<int> _ends;
};

void measure()
{
    Ours ours;
    Bare bare;
    Samples deliveries;
    Samples writes;
    for (int round = 0; round < kRounds; ++round)
    {
        deliveries.add(ours.rate());
        writes.add(bare.rate());
    }
    report("events to 100 subscribers, deliveries a second, against a write each", deliveries.median(), writes.median(),
           deliveries.median() / writes.median(), Want::atLeast, 8, "/s");
}

} // namespace

int main()
{
    return run("events", measure);
}
