// What became of a FakeCall, and the stream that it may have been answered with. Shared by the FakeCall, its Call and its
// stream; any thread.
#pragma once

#include "tests/support/FakeCall.h"

#include <condition_variable>
#include <mutex>
#include <utility>

namespace venomx::tests
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
};

class RecordedStream : public Stream
{
public:
    explicit RecordedStream(std::shared_ptr<CallRecord> record) : _record(std::move(record)) {}

    void frame(Literal member, std::string_view json) override
    {
        const std::lock_guard guard{_record->mutex};
        if (!_record->endReason.empty()) return;
        _record->frames.push_back("{\"" + std::string{member.view()} + "\":" + std::string{json} + '}');
        _record->changed.notify_all();
    }
    [[nodiscard]] bool writable() const override
    {
        const std::lock_guard guard{_record->mutex};
        return _record->writable;
    }
    void onWritable(std::function<void()> ready) override
    {
        {
            const std::lock_guard guard{_record->mutex};
            if (!_record->writable)
            {
                _record->whenWritable.push_back(std::move(ready));
                return;
            }
        }
        ready();
    }
    void onEnd(std::function<void()> ended) override
    {
        const std::lock_guard guard{_record->mutex};
        _record->whenEnded.push_back(std::move(ended));
    }
    void end(Literal reason) override
    {
        const std::lock_guard guard{_record->mutex};
        if (_record->endReason.empty()) _record->endReason = reason.view();
        _record->changed.notify_all();
    }
    [[nodiscard]] bool ended() const override
    {
        const std::lock_guard guard{_record->mutex};
        return !_record->endReason.empty();
    }

private:
    std::shared_ptr<CallRecord> _record;
};

} // namespace venomx::tests
