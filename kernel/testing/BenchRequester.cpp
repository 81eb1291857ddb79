#include "kernel/testing/BenchRequester.h"

namespace venomx::testing
{

void BenchRequester::answered(std::uint64_t, std::string_view json, bool streams)
{
    _record->settle({.kind = Answer::Kind::ok, .json = std::string{json}, .code = {}, .message = {}, .streams = streams});
}

void BenchRequester::refused(std::uint64_t, const Refusal& refusal)
{
    _record->settle({.kind = Answer::Kind::refused,
                     .json = refusal.data(),
                     .code = std::string{refusal.code()},
                     .message = std::string{refusal.message()}});
}

void BenchRequester::frames(std::uint64_t, Literal member, std::span<const std::string_view> jsons)
{
    _record->add(member, jsons);
}

void BenchRequester::ended(std::uint64_t, Literal reason)
{
    _record->end(reason);
}

bool BenchRequester::writable() const
{
    const std::lock_guard guard{_record->mutex};
    return _record->writable;
}

void BenchRequester::onWritable(std::uint64_t, std::function<void()> ready)
{
    auto onLoop = [&loop = _loop, ready = std::move(ready)] { loop.post(ready); };
    _record->whenWritableCall(std::move(onLoop));
}

} // namespace venomx::testing
