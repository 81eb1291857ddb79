// What became of a request, and the stream that it may have been answered with. Shared by whoever asked, the call and its
// stream; any thread.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>
#include <venomx/sdk/call.h>
#include <venomx/sdk/testing/asked_call.h>

namespace venomx::testing
{

/// What is left of a call when it has gone; shared with its stream.
struct CallRecord
{
    mutable std::mutex mutex;
    mutable std::condition_variable changed;
    Answer answer;
    int extraAnswers{0};
    int escapes{0};
    bool gone{false};
    bool cancelled{false};
    std::function<void()> cancel;
    std::vector<std::string> frames;
    std::string endReason;
    bool writable{true};
    std::vector<std::function<void()>> whenWritable;
    std::vector<std::function<void()>> whenEnded;

    void settle(Answer settled)
    {
        const std::lock_guard guard{mutex};
        if (answer.kind != Answer::Kind::pending)
            ++extraAnswers;
        else
            answer = std::move(settled);
        changed.notify_all();
    }
    void add(Literal member, std::span<const std::string_view> jsons)
    {
        const std::lock_guard guard{mutex};
        if (!endReason.empty()) return;
        for (const std::string_view json : jsons) frames.push_back("{\"" + std::string{member.view()} + "\":" + std::string{json} + '}');
        changed.notify_all();
    }
    void end(Literal reason)
    {
        std::vector<std::function<void()>> noMore;
        const std::lock_guard guard{mutex};
        if (endReason.empty()) endReason = reason.view();
        noMore = std::exchange(whenWritable, {});
        changed.notify_all();
    }
    /// Whoever asked has gone: nobody is told of anything any more. What waits for room may hold its stream, and so this record.
    void letGo()
    {
        std::vector<std::function<void()>> noMore;
        std::vector<std::function<void()>> nobodys;
        const std::lock_guard guard{mutex};
        noMore = std::exchange(whenWritable, {});
        nobodys = std::exchange(whenEnded, {});
    }
    /// Calls `ready`, now or when the reader has caught up.
    void whenWritableCall(std::function<void()> ready)
    {
        {
            const std::lock_guard guard{mutex};
            if (!endReason.empty()) return;
            if (!writable)
            {
                whenWritable.push_back(std::move(ready));
                return;
            }
        }
        ready();
    }
};

class RecordedStream : public Stream
{
public:
    explicit RecordedStream(std::shared_ptr<CallRecord> record) : _record(std::move(record)) {}

    void frames(Literal member, std::span<const std::string_view> jsons) override { _record->add(member, jsons); }
    [[nodiscard]] bool writable() const override
    {
        const std::lock_guard guard{_record->mutex};
        return _record->writable;
    }
    void onWritable(std::function<void()> ready) override { _record->whenWritableCall(std::move(ready)); }
    void onEnd(std::function<void()> ended) override
    {
        const std::lock_guard guard{_record->mutex};
        _record->whenEnded.push_back(std::move(ended));
    }
    void end(Literal reason) override { _record->end(reason); }
    [[nodiscard]] bool ended() const override
    {
        const std::lock_guard guard{_record->mutex};
        return !_record->endReason.empty();
    }

private:
    std::shared_ptr<CallRecord> _record;
};

} // namespace venomx::testing
