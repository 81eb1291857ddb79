// One request as its verb sees it.
// A Call is a handle with one owner. Its parameters (views into the request's arena) live as long as it does and are wiped
// when it goes, so a verb destroys it as soon as it has answered. It is answered exactly once, by `answer`, `refuse` or
// `stream`, from any thread; a second answer is ignored and counted against the plugin; destroyed unanswered it answers
// `internal.dropped`. Reading parameters: whichever thread owns the call. `may`, `target` and what names an id: the control loop only.
// Whoever asks for a parameter by another type, takes an absent one for present, or uses a call that was moved away, gets a
// std::logic_error: out of a verb it is `internal.plugin`, as any exception that is no Refusal.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <venomx/sdk/ids.h>
#include <venomx/sdk/result.h>
#include <venomx/sdk/value.h>
#include <venomx/sdk/verb.h>

namespace venomx
{
inline namespace v1
{

/// The frames after a stream verb's answer. Any thread. Frames past the reader's bound are the sender's to hold back: ask
/// `writable` before each, or before some that are small together, and go on in `onWritable` (called on the control loop).
class Stream
{
public:
    virtual ~Stream();
    /// One `{"id":…,"<member>":<json>}` frame; member is "event" or "output", `json` one whole JSON value on one line. Copied.
    void frame(Literal member, std::string_view json) { frames(member, {&json, 1}); }
    /// One such frame for each of `jsons`, in order: cheaper than each on its own.
    virtual void frames(Literal member, std::span<const std::string_view> jsons) = 0;
    /// Whether the reader keeps up. On another thread than the control loop: false.
    [[nodiscard]] virtual bool writable() const = 0;
    /// `ready` is called once, when the reader has caught up.
    virtual void onWritable(std::function<void()> ready) = 0;
    /// Called once on the control loop when the client cancels, goes away or loses its rights; the end frame is the kernel's.
    virtual void onEnd(std::function<void()> ended) = 0;
    /// The last frame; reason is "done" or "closed". Later frames are ignored.
    virtual void end(Literal reason) = 0;
    [[nodiscard]] virtual bool ended() const = 0;
};

/// What stands behind a Call: the kernel's side. Plugins never see it.
class CallBackend
{
public:
    virtual ~CallBackend();
    [[nodiscard]] virtual const VerbSpec& spec() const = 0;
    [[nodiscard]] virtual const Value& params() const = 0;
    [[nodiscard]] virtual PrincipalId caller() const = 0;
    [[nodiscard]] virtual bool may(Right right, std::optional<ResourceId> on) const = 0;
    [[nodiscard]] virtual std::optional<ResourceId> target(std::string_view param) const = 0;
    [[nodiscard]] virtual bool cancelled() const = 0;
    virtual void onCancel(std::function<void()> cancel) = 0;
    virtual void whenRoom(std::function<void()> begin) = 0;
    virtual void answer(Result result) = 0;
    virtual void refuse(const Refusal& refusal) = 0;
    [[nodiscard]] virtual std::shared_ptr<Stream> stream(Result result) = 0;
    virtual void escaped() = 0; ///< an exception left the verb: counted against its plugin
};

class Call
{
public:
    explicit Call(std::unique_ptr<CallBackend> backend);
    ~Call();
    Call(Call&&) noexcept;
    Call& operator=(Call&&) noexcept;
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    /// False once the call was moved away.
    explicit operator bool() const { return _backend != nullptr; }
    [[nodiscard]] const VerbSpec& spec() const;

    // Parameters; they have passed the schema. Views end with the call.
    /// nullptr when it is absent and has no default; likewise those below. For arrays and objects, and for numbers.
    [[nodiscard]] const Value* find(std::string_view param) const;
    [[nodiscard]] std::optional<std::string_view> findText(std::string_view param) const;
    [[nodiscard]] std::optional<std::int64_t> findInteger(std::string_view param) const;
    [[nodiscard]] std::optional<bool> findFlag(std::string_view param) const;
    /// Of a required parameter or one with a default.
    [[nodiscard]] std::string_view text(std::string_view param) const;
    [[nodiscard]] std::int64_t integer(std::string_view param) const;
    [[nodiscard]] bool flag(std::string_view param) const;

    // Who asks, and what they may.
    [[nodiscard]] PrincipalId caller() const;
    /// No `on`: scope `*`.
    [[nodiscard]] bool may(Right right, std::optional<ResourceId> on = {}) const;
    /// The id that an authorized parameter names (a session's name resolved among those the caller may address). Empty when
    /// it was absent or names nothing that exists: the verb then says not_found.
    [[nodiscard]] std::optional<ResourceId> target(std::string_view param) const;
    [[nodiscard]] SessionId session(std::string_view param = "session") const; ///< throws not_found.session
    [[nodiscard]] WindowId window(std::string_view param = "window") const;    ///< throws not_found.window
    [[nodiscard]] PaneId pane(std::string_view param = "pane") const;          ///< throws not_found.pane

    // The end.
    /// The client cancelled or went away; any thread.
    [[nodiscard]] bool cancelled() const;
    /// `cancel` runs on the control loop when the client cancels or goes away before the answer, at once if it already has.
    /// It should make the verb answer errors::cancelled() soon, unless the request has taken effect.
    void onCancel(std::function<void()> cancel);
    /// Of a verb whose answer may be longer than a few hundred kilobytes, before it makes it: `begin` is called once, on the control
    /// loop, when the client and its like have read enough of what they got before, perhaps at once; never after the call's end.
    /// It throws nothing. The control loop only.
    void whenRoom(std::function<void()> begin);
    /// With the fields that the spec declares.
    void answer(Result result);
    /// With a code that the spec, or a group that it includes, declares; another becomes `internal.undeclared_error`.
    void refuse(const Refusal& refusal);
    /// Answers, and opens the stream of frames that follow: of a verb whose spec says `.stream = true`. The stream outlives the call.
    [[nodiscard]] std::shared_ptr<Stream> stream(Result result);
    /// Runs `work`, turning what it throws into the answer, as the kernel does around the handler itself.
    void guard(const std::function<void()>& work);

private:
    std::unique_ptr<CallBackend> _backend;
};

} // namespace v1
} // namespace venomx
