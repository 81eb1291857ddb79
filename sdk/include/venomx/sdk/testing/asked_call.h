// What became of a request that a test made: its answer, its stream. The test keeps it. Members may be called on any thread, those that
// wait not on the control loop, which would wait for itself. Whoever waited too long gets what there is by then.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace venomx::testing
{

/// What a call was answered with.
struct Answer
{
    enum class Kind : std::uint8_t
    {
        pending,
        ok,
        refused,
        dropped ///< destroyed unanswered
    };
    Kind kind{Kind::pending};
    std::string json;    ///< ok: the result object; refused: the data object
    std::string code;    ///< refused
    std::string message; ///< refused
    bool streams{false};

    /// `ok {…}`, `refused code {…}`, `dropped`: the whole answer in one comparable line, but for the message.
    [[nodiscard]] std::string str() const;
};

struct CallRecord;

class AskedCall
{
public:
    virtual ~AskedCall();
    AskedCall(const AskedCall&) = delete;
    AskedCall& operator=(const AskedCall&) = delete;

    /// The client cancels.
    virtual void cancel() = 0;

    [[nodiscard]] Answer answer() const;
    /// Waits until the call has been answered or dropped; pending when it was not in time.
    [[nodiscard]] Answer wait(std::chrono::milliseconds limit = std::chrono::seconds{30}) const;

    /// A stream's frames so far, each `{"<member>":<json>}`, oldest first, and its end's reason (empty: it goes on).
    [[nodiscard]] std::vector<std::string> frames() const;
    [[nodiscard]] std::string endReason() const;
    /// Waits until the stream has `count` frames; those that there are when it had not in time.
    [[nodiscard]] std::vector<std::string> waitFrames(std::size_t count, std::chrono::milliseconds limit = std::chrono::seconds{30}) const;
    /// Waits until the stream has ended; the reason, empty when it did not in time.
    [[nodiscard]] std::string waitEnd(std::chrono::milliseconds limit = std::chrono::seconds{30}) const;
    /// The reader falls behind, or catches up (then what waits in onWritable is called here).
    void setWritable(bool writable);

protected:
    AskedCall();
    std::shared_ptr<CallRecord> _record;
};

} // namespace venomx::testing
