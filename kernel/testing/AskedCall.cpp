#include <venomx/sdk/testing/asked_call.h>

#include "kernel/testing/CallRecord.h"

#include <utility>

namespace venomx::testing
{

std::string Answer::str() const
{
    switch (kind)
    {
    case Kind::pending:
        return "pending";
    case Kind::ok:
        return "ok " + json;
    case Kind::refused:
        return "refused " + code + ' ' + json;
    case Kind::dropped:
        break;
    }
    return "dropped";
}

AskedCall::AskedCall() : _record(std::make_shared<CallRecord>()) {}

AskedCall::~AskedCall()
{
    _record->letGo();
}

Answer AskedCall::answer() const
{
    const std::lock_guard guard{_record->mutex};
    return _record->answer;
}

Answer AskedCall::wait(std::chrono::milliseconds limit) const
{
    std::unique_lock lock{_record->mutex};
    _record->changed.wait_for(lock, limit, [this] { return _record->answer.kind != Answer::Kind::pending; });
    return _record->answer;
}

std::vector<std::string> AskedCall::frames() const
{
    const std::lock_guard guard{_record->mutex};
    return _record->frames;
}

std::string AskedCall::endReason() const
{
    const std::lock_guard guard{_record->mutex};
    return _record->endReason;
}

std::vector<std::string> AskedCall::waitFrames(std::size_t count, std::chrono::milliseconds limit) const
{
    std::unique_lock lock{_record->mutex};
    _record->changed.wait_for(lock, limit, [&] { return _record->frames.size() >= count; });
    return _record->frames;
}

std::string AskedCall::waitEnd(std::chrono::milliseconds limit) const
{
    std::unique_lock lock{_record->mutex};
    _record->changed.wait_for(lock, limit, [this] { return !_record->endReason.empty(); });
    return _record->endReason;
}

void AskedCall::setWritable(bool writable)
{
    std::vector<std::function<void()>> ready;
    {
        const std::lock_guard guard{_record->mutex};
        _record->writable = writable;
        if (writable) ready = std::exchange(_record->whenWritable, {});
    }
    for (const auto& call : ready) call();
}

} // namespace venomx::testing
