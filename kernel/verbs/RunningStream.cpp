// The stream that follows a running call's answer.
#include "kernel/verbs/RunningCall.h"

namespace venomx::kernel
{

void RunningCall::frames(Literal member, std::span<const std::string_view> jsons)
{
    if (_ended || !_gate->open) return;
    if (_gate->hooks.onLoop())
    {
        if (_streaming) _from->frames(_id, member, jsons);
        return;
    }
    _gate->hooks.post(
        [self = shared_from_this(), member, copies = std::vector<std::string>{jsons.begin(), jsons.end()}]
        {
            const std::vector<std::string_view> views{copies.begin(), copies.end()};
            if (self->_streaming) self->_from->frames(self->_id, member, views);
        });
}

void RunningCall::endStream(Literal reason)
{
    if (_ended) return;
    onLoop([self = shared_from_this(), reason] { self->close(reason); });
}

void RunningCall::close(Literal reason)
{
    if (!_streaming) return;
    _streaming = false;
    _ended = true;
    _onEnd = nullptr;
    const auto from = std::exchange(_from, nullptr);
    from->ended(_id, reason);
}

bool RunningCall::writable() const
{
    return _gate->open && _gate->hooks.onLoop() && _streaming && _from->writable();
}

void RunningCall::onWritable(std::function<void()> ready)
{
    onLoop(
        [self = shared_from_this(), ready = std::move(ready)]
        {
            if (self->_streaming) self->_from->onWritable(self->_id, ready);
        });
}

void RunningCall::onEnd(std::function<void()> ended)
{
    onLoop(
        [self = shared_from_this(), ended = std::move(ended)]
        {
            if (self->_streaming || !self->_delivered)
                self->_onEnd = ended;
            else if (self->_interrupted)
                ended();
        });
}

} // namespace venomx::kernel
