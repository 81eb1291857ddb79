#include "client/VerbCall.h"

#include "client/Json.h"

#include <algorithm>
#include <csignal>
#include <venomx/sdk/base64.h>

namespace venomx::client
{
namespace
{

/// What a shell reports for a program that a signal ended.
constexpr int kSignalStatus = 128;
constexpr auto kCancelTimeout = std::chrono::seconds{2};

} // namespace

int VerbCall::run(const std::string& params)
{
    Interrupts interrupts;
    _patience.interrupts = &interrupts;
    if (_verb.stream()) _patience.output = _out.descriptor();
    _id = _session.start(_verb.name(), params, _patience);
    while (true)
        if (const std::optional<int> status = take(_session.receive(_patience))) return *status;
}

std::optional<int> VerbCall::take(const Arrival& arrival)
{
    switch (arrival.what)
    {
    case Arrival::What::interrupted:
        return interrupt(arrival.signal);
    case Arrival::What::outputClosed:
        // Whoever read the stream has had enough; that is no error, and the closed connection ends the stream.
        return kSignalStatus + SIGPIPE;
    case Arrival::What::timedOut:
        return signalStatus();
    case Arrival::What::frame:
        break;
    }
    // A daemon that goes on sending does not hold up the end either.
    if (_patience.deadline && Clock::now() > *_patience.deadline) return signalStatus();
    return arrival.frame.id == _id ? takeFrame(arrival.frame) : std::nullopt;
}

std::optional<int> VerbCall::interrupt(int signal)
{
    if (signal == 0) return std::nullopt;
    if (_signal != 0) return signalStatus();
    _signal = signal;
    _session.cancel(_id);
    _patience.deadline = Clock::now() + kCancelTimeout;
    return std::nullopt;
}

std::optional<int> VerbCall::takeFrame(const Frame& frame)
{
    switch (frame.kind)
    {
    case Frame::Kind::ok:
        return takeAnswer(frame);
    case Frame::Kind::error:
        return takeError(frame);
    case Frame::Kind::end:
        return takeEnd(frame);
    case Frame::Kind::event:
    case Frame::Kind::output:
        break;
    }
    try
    {
        showOutput(frame);
    }
    catch (const OutputClosed&)
    {
        return kSignalStatus + SIGPIPE;
    }
    return std::nullopt;
}

std::optional<int> VerbCall::takeAnswer(const Frame& frame)
{
    if (_verb.stream())
    {
        if (!_style.json) print(renderOpening(frame.content, _style.look.palette));
        return std::nullopt;
    }
    showResult(frame);
    return _signal != 0 ? signalStatus() : _verb.exitStatus(frame.content);
}

int VerbCall::takeError(const Frame& frame) const
{
    const bool asked = _signal != 0 && textAt(frame.content, "code") == "unavailable.cancelled";
    if (!asked) throw Failure::fromDaemon(frame.content, frame.raw);
    if (_style.json) print(std::string{"{\"error\":"}.append(frame.raw).append("}\n"));
    return signalStatus();
}

int VerbCall::takeEnd(const Frame& frame) const
{
    const std::string_view reason = textAt(frame.content, "reason");
    if (_signal != 0) return signalStatus();
    if (reason == "revoked") throw Failure("denied.token", "the rights to this stream were revoked");
    if (reason == "cancelled") throw Failure("unavailable.cancelled", "cancelled");
    return 0;
}

void VerbCall::showResult(const Frame& frame) const
{
    print(_style.json ? std::string{frame.raw} + "\n" : renderResult(_verb, frame.content, _style.look));
}

void VerbCall::showOutput(const Frame& frame) const
{
    if (_style.json) return print(std::string{frame.raw} + "\n");
    if (frame.kind == Frame::Kind::event) return print(renderEvent(frame.content, _style.look.palette));
    const std::optional<std::string> bytes = fromBase64(textAt(frame.content, "bytes"));
    if (!bytes) throw Failure("protocol.answer", "the daemon's answer is not understood");
    print(*bytes);
}

/// In pieces that a pipe with room takes without blocking, so that a reader who stopped does not hold up a signal.
void VerbCall::print(std::string_view text) const
{
    constexpr std::size_t kPiece = 4096;
    const Patience none{.deadline = Clock::time_point::min()};
    for (; !text.empty(); text.remove_prefix(std::min(text.size(), kPiece)))
    {
        Readiness ready = waitFor(_out.descriptor(), Direction::write, none);
        if (ready != Readiness::ready) ready = waitFor(_out.descriptor(), Direction::write, {_patience.interrupts, -1, _patience.deadline});
        if (ready == Readiness::interrupted) throw Interrupted{_patience.interrupts->take()};
        if (ready == Readiness::timedOut) throw Interrupted{_signal};
        _out.write(text.substr(0, kPiece));
    }
}

int VerbCall::signalStatus() const
{
    return kSignalStatus + _signal;
}

} // namespace venomx::client
