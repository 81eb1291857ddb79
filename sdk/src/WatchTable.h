// The descriptors that one event loop watches, and what it calls for them. The loop's own thread.
// Safe against all that a callback may do to the table, to its own entry too: an entry that was taken out stays alive until
// `bury`, and an event of the same batch that was meant for an earlier watch of the same number is told by its generation.
#pragma once

#include <venomx/sdk/event_loop.h>
#include <venomx/sdk/unique_fd.h>

#include <memory>
#include <vector>

namespace venomx::detail
{

class WatchTable
{
public:
    explicit WatchTable(int epoll) : _epoll(epoll) {}

    void add(int fd, std::uint32_t events, EventLoop::Ready ready);
    void change(int fd, std::uint32_t events);
    void remove(int fd);

    struct Watch
    {
        std::uint32_t generation{0};
        std::uint32_t events{0};
        EventLoop::Ready ready;
    };
    /// The watch that an event was meant for, or nullptr when it has gone.
    [[nodiscard]] Watch* find(std::uint64_t eventData);
    /// Destroys what was taken out. Only when no callback runs.
    void bury();

    [[nodiscard]] bool empty() const { return _count == 0 && _gone.empty(); }
    /// Takes out and destroys everything. Only when no callback runs.
    void clear();

private:
    [[nodiscard]] Watch* at(int fd);
    void control(int operation, int fd, std::uint32_t events, std::uint32_t generation);

    int _epoll;
    std::vector<std::unique_ptr<Watch>> _watches; ///< by descriptor
    std::vector<std::unique_ptr<Watch>> _gone;
    std::size_t _count{0};
    std::uint32_t _made{0};
};

} // namespace venomx::detail
