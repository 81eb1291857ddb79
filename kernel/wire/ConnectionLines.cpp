// What a connection does with the lines that it received: which start now, which wait, which are none.
#include "kernel/wire/Connection.h"

#include <algorithm>
#include <venomx/sdk/errors.h>

#include "kernel/wire/WireErrors.h"

namespace venomx::kernel
{
namespace
{

/// One connection's share of a turn: whichever is used up first.
constexpr int kLinesATurn = 128;
constexpr std::chrono::milliseconds kTimeATurn{2};
constexpr int kLinesALook = 8; ///< at the clock

/// Holds a flag up, also past an exception.
class Raised
{
public:
    explicit Raised(bool& flag) : _flag(flag) { _flag = true; }
    ~Raised() { _flag = false; }
    Raised(const Raised&) = delete;
    Raised& operator=(const Raised&) = delete;

private:
    bool& _flag;
};

} // namespace

void Connection::process()
{
    // An answer that comes while a request is started calls back here; the loop below goes on with what it made room for.
    if (_processing || _state != State::open) return;
    const auto self = shared_from_this();
    startLines();
    if (_state != State::open) return;
    if (_blocked || _outlet.over()) lookForCancels();
    if (!_lines.first()) (_lines.full() ? overlong() : endOfInput());
    interest();
}

/// As many as may start, and as this connection's share of the turn allows.
void Connection::startLines()
{
    const Raised processing{_processing};
    const auto deadline = std::chrono::steady_clock::now() + kTimeATurn;
    bool more = true;
    for (int lines = 0; more && _state == State::open && !_outlet.over(); ++lines)
    {
        const auto line = _lines.first();
        if (!line) break;
        if (lines >= kLinesATurn || (lines % kLinesALook == kLinesALook - 1 && std::chrono::steady_clock::now() > deadline))
        {
            processSoon();
            break;
        }
        more = takeLine(*line);
    }
}

/// False: the line stays, its request must wait.
bool Connection::takeLine(std::string_view line)
{
    const std::size_t size = line.size();
    const std::uint64_t offset = _lines.offset();
    _blocked = false;
    if (!_backlog.empty() && _backlog.passOver(offset))
    {
        _lines.drop(size);
        return true;
    }
    Arena arena;
    const Frame frame = _context.reader.read(line, arena);
    const auto* request = std::get_if<RequestFrame>(&frame);
    if (request != nullptr && !_dialogue->hasRoom(*request))
    {
        _blocked = true;
        return false;
    }
    // The line is wiped before anything is done about it: all that is needed of it lies in the arena.
    _lines.drop(size);
    if (request != nullptr)
    {
        if (!_backlog.empty()) _backlog.started(request->id, offset);
        _dialogue->start(*request, std::move(arena));
    }
    else if (const auto* cancel = std::get_if<CancelFrame>(&frame))
        _dialogue->cancel(cancel->id);
    else if (const auto* bad = std::get_if<BadFrame>(&frame))
        _dialogue->complain(*bad);
    return true;
}

void Connection::lookForCancels()
{
    Arena arena;
    std::uint64_t at = std::max(_backlog.seen(), _lines.offset());
    while (const auto line = _lines.lineAt(at))
    {
        const Frame frame = _context.reader.read(*line, arena);
        if (const auto* request = std::get_if<RequestFrame>(&frame)) _backlog.waits(request->id, at);
        if (const auto* cancel = std::get_if<CancelFrame>(&frame)) obey(*cancel);
        arena.reset();
        at += line->size();
    }
    _backlog.sawUpTo(at);
}

void Connection::obey(const CancelFrame& frame)
{
    if (!_dialogue->cancel(frame.id) && _backlog.cancel(frame.id)) _dialogue->refuse(frame.id, errors::cancelled());
}

void Connection::overlong()
{
    _dialogue->refuse({}, wire_errors::frameTooLarge());
    hangUp();
}

/// The client sends no more: a line that it left unfinished is no frame.
void Connection::endOfInput()
{
    if (!_ended || _lines.rest().empty()) return;
    if (_lines.rest().find_first_not_of(" \t\r\n") != std::string_view::npos) _dialogue->refuse({}, wire_errors::syntax());
    _lines.clear();
}

} // namespace venomx::kernel
