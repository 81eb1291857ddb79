// What a pane's program talks to: the master side of its terminal, the screen that its output draws, the queue of its input.
// Shared by the pane (control loop) and the PTY thread that reads for it; one fair lock guards screen, queue and descriptor,
// held for one turn of output, one queueing of input or one copying of rows. The descriptor is opened by the spawner, closed
// by `close`, and watched by the PTY thread alone. System errors end input or output quietly: to a pane they are its end.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <sys/types.h>
#include <venomx/sdk/services/spawner.h>
#include <venomx/sdk/unique_fd.h>
#include <venomx/sdk/wiped_queue.h>

#include "FairMutex.h"
#include "Notices.h"
#include "OutputRing.h"
#include "screen/Screen.h"

namespace venomx::pane
{

class Console : private ScreenListener
{
public:
    struct Limits
    {
        std::size_t scrollback;
        std::size_t input;
    };
    Console(UniqueFd master, TerminalSize size, const Limits& limits);
    ~Console() override;
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    // Any thread.
    struct Sent
    {
        enum class Outcome : std::uint8_t
        {
            queued,
            full, ///< it does not fit whole, and none of it was queued
            gone  ///< nobody can read it any more
        } outcome;
        std::size_t bytes{0};
        bool waiting{false}; ///< some of it is still queued: have the PTY thread flush it
    };
    /// `encode` is told the modes in force and gives the bytes; called under the lock.
    [[nodiscard]] Sent send(const std::function<std::string_view(const Modes&)>& encode);
    void resize(TerminalSize size);
    void clear(bool scrollbackToo);
    /// `read(const Screen&)` under the lock: it copies and leaves.
    template <class Read>
    auto look(Read&& read) const
    {
        const std::lock_guard lock(_lock);
        return read(_screen);
    }
    template <class Read>
    auto lookAtOutput(Read&& read) const
    {
        const std::lock_guard lock(_lock);
        return read(_output);
    }
    /// The terminal's foreground process group, where there is one.
    [[nodiscard]] std::optional<pid_t> foregroundGroup() const;
    /// The terminal's device number; 0 from before it is closed, and so may become another's.
    [[nodiscard]] dev_t device() const { return _device.load(); }
    [[nodiscard]] std::uint64_t bytesOut() const { return _bytesOut.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t bytesIn() const { return _bytesIn.load(std::memory_order_relaxed); }
    /// How many bytes had come with the last OSC 133 mark, its own last one among them; 0 when there was none.
    [[nodiscard]] std::uint64_t lastPrompt() const { return _lastPrompt.load(std::memory_order_relaxed); }

    // The PTY thread.
    struct Read
    {
        std::size_t bytes{0}; ///< none: there is nothing to read
        bool closed{false};   ///< nobody holds the other side open
        bool waiting{false};  ///< answers of the terminal are queued: flush when it takes them
    };
    /// A turn's share of output; `buffer` is room to read it into.
    [[nodiscard]] Read read(std::span<char> buffer);
    /// True when nothing is left to write.
    [[nodiscard]] bool flush();
    /// Has the program written what has not been read yet?
    [[nodiscard]] bool outputWaits() const;
    [[nodiscard]] Notices takeNotices();
    [[nodiscard]] std::chrono::steady_clock::time_point lastOutput() const { return _lastOutput; }
    [[nodiscard]] int descriptor() const { return _master.get(); }
    void close();

private:
    void reply(std::string_view bytes) override;
    void title(std::string_view text) override;
    void bell() override;
    void prompt(char mark, std::optional<int> status) override;
    void notification(std::string_view heading, std::string_view body) override;

    bool take(std::span<const char> bytes);
    bool writeQueued();

    mutable FairMutex _lock;
    UniqueFd _master;
    Screen _screen;
    OutputRing _output;
    WipedQueue _input;
    bool _inputGone{false};
    Notices _notices; ///< the PTY thread's alone
    std::chrono::steady_clock::time_point _lastOutput;
    std::atomic<dev_t> _device{0};
    std::atomic<std::uint64_t> _bytesOut{0};
    std::atomic<std::uint64_t> _bytesIn{0};
    std::atomic<std::uint64_t> _lastPrompt{0};
};

} // namespace venomx::pane
