#include "kernel/verbs/CallHandle.h"

namespace venomx::kernel
{
namespace
{

/// A verb that lets go of its stream has ended it.
class StreamHandle final : public Stream
{
public:
    StreamHandle(std::shared_ptr<RunningCall> running, bool open) : _running(std::move(running)), _open(open) {}
    ~StreamHandle() override
    {
        if (_open) _running->endStream("closed");
    }
    StreamHandle(const StreamHandle&) = delete;
    StreamHandle& operator=(const StreamHandle&) = delete;

    void frames(Literal member, std::span<const std::string_view> jsons) override
    {
        if (_open) _running->frames(member, jsons);
    }
    [[nodiscard]] bool writable() const override { return _open && _running->writable(); }
    void onWritable(std::function<void()> ready) override
    {
        if (_open) _running->onWritable(std::move(ready));
    }
    void onEnd(std::function<void()> ended) override { _running->onEnd(std::move(ended)); }
    void end(Literal reason) override
    {
        if (_open) _running->endStream(reason);
    }
    [[nodiscard]] bool ended() const override { return !_open || _running->streamEnded(); }

private:
    std::shared_ptr<RunningCall> _running;
    bool _open;
};

} // namespace

CallHandle::CallHandle(std::shared_ptr<RunningCall> running, Value params, Arena arena)
    : _running(std::move(running)), _arena(std::move(arena)), _params(params)
{
}

CallHandle::~CallHandle()
{
    _running->dropped();
}

std::shared_ptr<Stream> CallHandle::stream(Result result)
{
    const bool open = _running->openStream(std::move(result));
    return std::make_shared<StreamHandle>(_running, open);
}

} // namespace venomx::kernel
