#include "Console.h"

#include <array>
#include <cerrno>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <unistd.h>

namespace venomx::pane
{

namespace
{

ScreenSize screenSize(TerminalSize size)
{
    return {.cols = size.cols, .rows = size.rows};
}

dev_t slaveDevice(int master)
{
    unsigned number = 0;
    if (::ioctl(master, TIOCGPTN, &number) != 0) return 0;
    constexpr unsigned kFirstSlaveMajor = 136; // of the kernel's list of devices: 136..143, 256 minors each
    return (static_cast<dev_t>(kFirstSlaveMajor + (number >> 8)) << 8) | (number & 0xFFU);
}

/// A turn ends with the read that passes this.
constexpr std::size_t kTurn = std::size_t{16} * 1024;

/// A read of this much took most of what Linux keeps ready of a terminal, 4 KB; more may stand behind it. It is read after this much
/// has been parsed: a read that comes at once finds the system still moving it up, and sleeps until that is done, also where it
/// should not wait. That costs more than the parsing.
constexpr std::size_t kFull = 2'048;

} // namespace

Console::Console(UniqueFd master, TerminalSize size, const Limits& limits)
    : _master(std::move(master)), _screen(screenSize(size), limits.scrollback, static_cast<ScreenListener&>(*this)), _input(limits.input),
      _device(slaveDevice(_master.get()))
{
}

Console::~Console() = default;

Console::Sent Console::send(const std::function<std::string_view(const Modes&)>& encode)
{
    const std::lock_guard lock(_lock);
    if (_inputGone) return {.outcome = Sent::Outcome::gone};
    const std::string_view bytes = encode(_screen.modes());
    if (bytes.size() > _input.room()) return {.outcome = Sent::Outcome::full};
    _input.append(bytes);
    _bytesIn.fetch_add(bytes.size(), std::memory_order_relaxed);
    return {.outcome = Sent::Outcome::queued, .bytes = bytes.size(), .waiting = !writeQueued()};
}

void Console::resize(TerminalSize size)
{
    const std::lock_guard lock(_lock);
    _screen.resize(screenSize(size));
    if (!_master) return;
    const winsize cells{
        .ws_row = static_cast<unsigned short>(size.rows), .ws_col = static_cast<unsigned short>(size.cols), .ws_xpixel = 0, .ws_ypixel = 0};
    ::ioctl(_master.get(), TIOCSWINSZ, &cells);
}

void Console::clear(bool scrollbackToo)
{
    const std::lock_guard lock(_lock);
    _screen.clear(scrollbackToo);
}

std::optional<pid_t> Console::foregroundGroup() const
{
    const std::lock_guard lock(_lock);
    pid_t group = 0;
    if (!_master || ::ioctl(_master.get(), TIOCGPGRP, &group) != 0 || group <= 0) return std::nullopt;
    return group;
}

Console::Read Console::read(std::span<char> buffer)
{
    Read result;
    bool full = true;
    while (full && result.bytes < kTurn)
    {
        const ssize_t count = ::read(_master.get(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0)
        {
            result.closed = count == 0 || errno != EAGAIN;
            break;
        }
        const auto bytes = static_cast<std::size_t>(count);
        result.waiting = take(buffer.first(bytes));
        result.bytes += bytes;
        full = bytes >= kFull;
    }
    if (result.bytes > 0) _lastOutput = std::chrono::steady_clock::now();
    return result;
}

/// True when answers to it are still queued.
bool Console::take(std::span<const char> bytes)
{
    const std::lock_guard lock(_lock);
    _output.append(bytes);
    _screen.feed(bytes);
    _bytesOut.fetch_add(bytes.size(), std::memory_order_relaxed);
    return _input.size() > 0 && !writeQueued();
}

bool Console::flush()
{
    const std::lock_guard lock(_lock);
    return writeQueued();
}

bool Console::outputWaits() const
{
    pollfd terminal{.fd = _master.get(), .events = POLLIN, .revents = 0};
    return ::poll(&terminal, 1, 0) > 0 && (terminal.revents & POLLIN) != 0;
}

Notices Console::takeNotices()
{
    return std::exchange(_notices, {});
}

void Console::close()
{
    const std::lock_guard lock(_lock);
    _inputGone = true;
    _input.clear();
    _device.store(0);
    _master.reset();
}

bool Console::writeQueued()
{
    while (_input.size() > 0)
    {
        std::array<iovec, 8> parts{};
        const ssize_t count = ::writev(_master.get(), parts.data(), static_cast<int>(_input.front(parts)));
        if (count >= 0)
        {
            _input.consume(static_cast<std::size_t>(count));
            continue;
        }
        if (errno == EINTR) continue;
        return errno != EAGAIN; // nobody holds the other side open now; what is queued is for whoever opens it again
    }
    return true;
}

// The screen's side: called in `read`, under the lock.

void Console::reply(std::string_view bytes)
{
    // An answer that does not fit is lost: the program asks and never reads.
    if (!_inputGone && bytes.size() <= _input.room()) _input.append(bytes);
}

void Console::title(std::string_view text)
{
    _notices.title = plainText(text);
}

void Console::bell()
{
    ++_notices.bells;
}

void Console::prompt(char mark, std::optional<int> status)
{
    _notices.note(Prompt{.mark = mark, .status = status});
    _lastPrompt.store(_screen.bytesFed() + 1, std::memory_order_relaxed);
}

void Console::notification(std::string_view heading, std::string_view body)
{
    _notices.note(heading, body);
}

} // namespace venomx::pane
