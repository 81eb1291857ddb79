// What is said on one connection: hello, requests with their ids, cancels, answers. The gate's Requester.
// Owned by its connection and by the calls under way; once the connection has closed, it accepts answers and does nothing.
// Control loop only.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "kernel/wire/Outlet.h"
#include "kernel/wire/WireContext.h"

namespace venomx::kernel
{

/// Who is at the other end, as it was found at accept, and the place that it has.
struct Caller
{
    pid_t pid{0};
    Standing standing;
    Places::Place place;
};

/// What a dialogue needs of its connection.
class Line
{
public:
    virtual ~Line() = default;
    [[nodiscard]] virtual Outlet& outlet() = 0;
    virtual void wrote() = 0;       ///< something waits to be sent
    virtual void roomToStart() = 0; ///< a request ended: one that waited may start
    virtual void hangUp() = 0;      ///< close once all is sent
};

class Dialogue final : public Requester, public LongReader, public std::enable_shared_from_this<Dialogue>
{
public:
    Dialogue(WireContext& context, Line& line, Caller caller);

    /// May this request start now, or must it wait: for another to end, or (hello) for its speaker's creation to be settled?
    /// `Line::roomToStart` is called when it is worth asking again.
    [[nodiscard]] bool hasRoom(const RequestFrame& request);
    void start(const RequestFrame& request, Arena arena);
    /// False: no such id is in use.
    bool cancel(std::uint64_t id);
    void complain(const BadFrame& bad);
    /// With an id: that request is answered so, which was never started.
    void refuse(std::optional<std::uint64_t> id, const Refusal& refusal);

    /// Ends all that is under way; streams with `reason`. Answers may come at once or later.
    void abandon(Literal reason);
    /// The connection has closed.
    void close();

    [[nodiscard]] bool idle() const { return _calls.empty(); }
    [[nodiscard]] std::size_t requests() const { return _calls.size() - _waits; } ///< under way, waits and streams apart
    [[nodiscard]] bool greeted() const { return _greeted; }

    [[nodiscard]] PrincipalId principal() const override { return _principal; }
    [[nodiscard]] pid_t peerPid() const override { return _pid; }
    void answered(std::uint64_t id, std::string_view json, bool streams) override;
    void refused(std::uint64_t id, const Refusal& refusal) override;
    void frames(std::uint64_t id, Literal member, std::span<const std::string_view> jsons) override;
    void ended(std::uint64_t id, Literal reason) override;
    [[nodiscard]] bool writable() const override;
    void onWritable(std::uint64_t id, std::function<void()> ready) override;
    void whenRoom(std::uint64_t id, std::function<void()> begin) override;

    [[nodiscard]] PrincipalId reader() const override { return _principal; }
    [[nodiscard]] std::size_t unread() const override;
    /// Some of what was said has been read.
    void wasRead();

private:
    struct Running
    {
        std::shared_ptr<PendingCall> call;
        bool waits{false};
    };
    [[nodiscard]] bool speakerIsComing(const RequestFrame& request);
    void hello(const RequestFrame& request, Arena& arena);
    void hand(const RequestFrame& request, Arena arena);
    void settle(std::uint64_t id);
    template <class Write>
    void say(Write&& write);

    WireContext& _context;
    Line* _line; ///< nullptr once closed
    Standing _standing;
    Places::Place _place;
    PrincipalId _principal;
    pid_t _pid;
    bool _greeted{false};
    std::unordered_map<std::uint64_t, Running> _calls;
    std::size_t _waits{0};
    bool _long{false}; ///< long answers were asked for
};

} // namespace venomx::kernel
