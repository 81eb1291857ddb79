// One client's socket: bytes in, lines out of them, bytes out. It decides when to read, when requests may start, and when the
// connection ends; what is said is its Dialogue's business. For want of memory it ends as one that is turned out. Shared by the
// listener and whoever calls it back; control loop only.
#pragma once

#include <functional>
#include <memory>
#include <venomx/sdk/unique_fd.h>

#include "kernel/wire/Backlog.h"
#include "kernel/wire/Dialogue.h"
#include "kernel/wire/LineBuffer.h"

namespace venomx::kernel
{

class Connection final : public Line, public std::enable_shared_from_this<Connection>
{
public:
    struct Owner
    {
        std::function<void(Connection&)> dirty; ///< it wants to be flushed at the end of the turn
        std::function<void(Connection&)> gone;  ///< it has closed
    };

    Connection(WireContext& context, UniqueFd socket, Caller caller, Owner owner);
    ~Connection() override;

    void open(); ///< once, when the owner holds it
    /// At the end of a turn in which it was dirty.
    void flush();
    /// Its principal has ended: streams end, requests are cancelled, and it closes when that is said.
    void revoke();
    /// The daemon stops: likewise.
    void finish();
    /// At once, with as much of a last word as the socket takes.
    void turnOut(const Refusal& why);
    void close();

    /// The descriptor's number.
    [[nodiscard]] int number() const { return _number; }
    [[nodiscard]] const Dialogue& dialogue() const { return *_dialogue; }

private:
    enum class State : std::uint8_t
    {
        open,
        ending,    ///< reads no more; closes when all is answered and sent
        hangingUp, ///< reads no more; closes when all is sent
        lingering, ///< all is sent; what still comes in is thrown away, so that the client sees an end and not a reset
        closed
    };

    [[nodiscard]] Outlet& outlet() override { return _outlet; }
    void wrote() override;
    void roomToStart() override;
    void hangUp() override;

    void ready(std::uint32_t events);
    void serve(std::uint32_t events);
    void send();
    /// For want of memory this connection ends, and nothing else.
    template <class Work>
    void withMemory(Work&& work);
    void read();
    void process();
    void startLines();
    void processSoon();
    [[nodiscard]] bool takeLine(std::string_view line);
    void obey(const CancelFrame& frame);
    void lookForCancels();
    void endOfInput();
    void overlong();
    void end(State state, Literal reason);
    void linger();
    void discard();
    void settle();
    void interest();
    [[nodiscard]] bool reads() const;

    WireContext& _context;
    UniqueFd _socket;
    int _number{_socket.get()};
    Owner _owner;
    Outlet _outlet;
    LineBuffer _lines;
    Backlog _backlog;
    std::shared_ptr<Dialogue> _dialogue;
    State _state{State::open};
    bool _ended{false};   ///< the client sends no more
    bool _blocked{false}; ///< the first line is a request that must wait for another to end
    bool _processing{false};
    bool _soon{false}; ///< process is posted
    bool _dirty{false};
    bool _socketFull{false};
    std::uint32_t _watched{0};
    EventLoop::TimerId _deadline{EventLoop::TimerId::none};
};

} // namespace venomx::kernel
