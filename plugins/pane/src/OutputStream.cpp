#include "OutputStream.h"

#include <algorithm>
#include <utility>
#include <venomx/sdk/base64.h>
#include <venomx/sdk/json_writer.h>

namespace venomx::pane
{

OutputStream::OutputStream(Loop& loop, PanePtr pane, std::shared_ptr<Stream> stream, std::uint64_t offset,
                           std::optional<std::uint64_t> until)
    : _loop(loop), _pane(std::move(pane)), _stream(std::move(stream)), _offset(offset), _until(until)
{
}

void OutputStream::start()
{
    const auto self = shared_from_this();
    _stream->onEnd([self] { self->finish(); });
    if (!_until)
    {
        if (!_pane->exited) _exitListener = _pane->whenExited([self] { self->pump(); });
        _pane->thread->watch(_pane->console, self);
    }
    pump();
}

bool OutputStream::begin(Console& console, EventLoop&)
{
    return output(console);
}

bool OutputStream::output(Console&)
{
    if (!_woken.exchange(true))
        _loop.post(
            [self = shared_from_this()]
            {
                self->_woken = false;
                self->pump();
            });
    return true;
}

void OutputStream::pump()
{
    if (_over || _blocked) return;
    do {
        if (!_stream->writable())
        {
            _blocked = true;
            return _stream->onWritable(
                [self = shared_from_this()]
                {
                    self->_blocked = false;
                    self->pump();
                });
        }
    } while (sendNext());
    if (_over || !(_until || _pane->exited)) return;
    _stream->end("done");
    finish();
}

/// False when there is nothing more for now.
bool OutputStream::sendNext()
{
    constexpr std::size_t kFrame = std::size_t{32} * 1024;
    std::uint64_t from = _offset;
    const std::string bytes = _pane->console->lookAtOutput(
        [&](const OutputRing& ring)
        {
            from = std::max(from, ring.oldest());
            const std::uint64_t end = std::min(_until.value_or(ring.next()), ring.next());
            return from < end ? ring.copy(from, std::min<std::uint64_t>(kFrame, end - from)) : std::string{};
        });
    if (bytes.empty()) return false;
    std::string frame;
    JsonWriter json{frame};
    json.beginObject().field("offset", from).field("bytes", toBase64(bytes)).endObject();
    _offset = from + bytes.size();
    _stream->frame("output", frame);
    return !_over;
}

void OutputStream::finish()
{
    if (std::exchange(_over, true)) return;
    if (_exitListener) _pane->onExit.erase(*_exitListener);
    if (!_until && _pane->thread != nullptr) _pane->thread->unwatch(_pane->console, shared_from_this());
    _stream.reset(); // it holds on to this through its own callbacks
}

} // namespace venomx::pane
