// One request without a daemon: made from a verb's spec and a JSON text, handed to the verb as a Call, and asked afterwards what
// became of it. Defaults of the spec are filled in as the gate does; nothing is validated.
// The maker keeps the FakeCall; the Call goes to the verb and may be answered on any thread. Members may be called on any
// thread, the settings before `take`. Wrong JSON throws std::invalid_argument.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/call.h>

namespace venomx::tests
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

class FakeCall
{
public:
    using May = std::function<bool(Right right, std::optional<ResourceId> on)>;
    using Resolve = std::function<std::optional<ResourceId>(std::string_view text)>;

    explicit FakeCall(const VerbSpec& spec, std::string_view params = "{}", PrincipalId caller = PrincipalId::owner());
    ~FakeCall();
    FakeCall(const FakeCall&) = delete;
    FakeCall& operator=(const FakeCall&) = delete;

    /// Everything is allowed unless this says otherwise.
    void setMay(May may);
    /// How a parameter's text becomes an id; without it every well-formed id exists.
    void setResolve(Resolve resolve);

    /// The call for the verb; once.
    [[nodiscard]] Call take();

    /// The client cancels. On the thread that stands for the control loop.
    void cancel();

    [[nodiscard]] Answer answer() const;
    /// Waits until the call has been answered or dropped.
    [[nodiscard]] Answer wait(std::chrono::milliseconds limit = std::chrono::seconds{30}) const;
    /// Answers after the first.
    [[nodiscard]] int extraAnswers() const;
    [[nodiscard]] int escapes() const;
    /// Has the Call, with its parameters, been destroyed?
    [[nodiscard]] bool gone() const;

    /// A stream's frames so far, each `{"<member>":<json>}`, and its end's reason (empty: it goes on).
    [[nodiscard]] std::vector<std::string> frames() const;
    [[nodiscard]] std::string endReason() const;
    /// Waits until the stream has `count` frames.
    [[nodiscard]] std::vector<std::string> waitFrames(std::size_t count, std::chrono::milliseconds limit = std::chrono::seconds{30}) const;
    /// The reader falls behind, or catches up (then what waits in onWritable is called here).
    void setWritable(bool writable);

private:
    class Backend;
    std::shared_ptr<CallRecord> _record;
    std::unique_ptr<Backend> _backend;
};

} // namespace venomx::tests
