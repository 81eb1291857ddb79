// The terminal emulator of one pane: bytes of a program in, a screen and its scrollback out. A pure library: no thread, no descriptor,
// no clock. Owned by a pane. It has no lock: one thread at a time, feeding or reading. No input is an error: unknown sequences are
// swallowed, malformed UTF-8 becomes U+FFFD, sizes are clamped; only std::bad_alloc can leave it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "Line.h"
#include "Modes.h"

namespace venomx::pane
{

struct ScreenSize
{
    int cols = 80;
    int rows = 24;

    static constexpr int most = 1'000;

    bool operator==(const ScreenSize&) const = default;
};

enum class CursorShape : std::uint8_t
{
    Block,
    Underline,
    Bar
};

struct Cursor
{
    int row = 0; // 0-based
    int col = 0;
    bool visible = true;
    CursorShape shape = CursorShape::Block;
    bool blink = false;
};

// Is called during feed(), on the feeding thread; views live until the call returns. It must not call the screen.
class ScreenListener
{
public:
    virtual ~ScreenListener() = default;
    // An answer of the terminal, to be written to the PTY.
    virtual void reply(std::string_view bytes) = 0;
    // The title changed; no control characters in it.
    virtual void title(std::string_view text) = 0;
    virtual void bell() = 0;
    // OSC 133: A prompt starts, B command line starts, C command runs, D command ended, with its status where it was given.
    virtual void prompt(char mark, std::optional<int> status) = 0;
    // OSC 9 (no title) and 777; no control characters in either.
    virtual void notification(std::string_view title, std::string_view body) = 0;
};

class Terminal;

class Screen
{
public:
    using LineVisitor = std::function<void(const Line&)>;

    Screen(ScreenSize size, std::size_t scrollbackLines, ScreenListener& listener);
    ~Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    // Any cut of the stream into calls gives the same screen.
    void feed(std::span<const char> bytes);
    // The main screen reflows its wrapped lines and the cursor stays on its logical line; the alternate screen is cut or padded.
    void resize(ScreenSize size);
    // Blanks the screen that is shown and puts the cursor at its beginning; with `scrollbackToo` the scrollback goes as well.
    void clear(bool scrollbackToo);

    ScreenSize size() const;
    Cursor cursor() const;
    bool alternate() const;
    const Modes& modes() const;
    const std::string& title() const;
    // The path of the last OSC 7; an observation, empty if there was none. May hold what a log must not show.
    const std::string& cwd() const;
    std::uint64_t bytesFed() const;

    // Lines of scrollback at the present width.
    std::size_t scrollbackLines() const;
    // Visits the lines first..last in order: -scrollbackLines()..-1 are the scrollback, 0..rows-1 the screen that is shown. Clamped.
    // The visited line is reused: copy what has to stay.
    void lines(long first, long last, const LineVisitor& visit) const;
    // Each logical line (soft-wrapped ones joined, trailing blanks dropped) of scrollback and main screen of which a part was written by
    // the byte `since` or a later one, then likewise the rows of the alternate screen while it is shown. Stops when `visit` gives false.
    // In pieces: begins at the line `from` of all that ever came to the scrollback, and breaks off between two lines of it when `enough`
    // gives true. Gives where to go on then; nothing: it came to the end, or `visit` gave false. Between two pieces the screen may
    // change: what was there at the first is visited, unless it has gone.
    using TextVisitor = std::function<bool(std::string_view text, std::uint64_t written)>;
    std::optional<std::uint64_t> writtenSince(std::uint64_t since, const TextVisitor& visit, std::uint64_t from = 0,
                                              const std::function<bool()>& enough = nullptr) const;

private:
    std::unique_ptr<Terminal> _terminal;
};

} // namespace venomx::pane
