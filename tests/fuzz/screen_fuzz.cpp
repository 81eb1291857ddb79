// Fuzzes the emulator with whatever a program may write and a user may resize. The input is a size of two bytes and a stream; in it 0xFE,
// which no text contains, is a resize to the size in the next two bytes and 0xFF a clear. Every rule of tests/pane/screen/Rules.h holds
// after each piece, and a second screen that gets the stream byte by byte shows the same.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "plugins/pane/src/capture/Ansi.h"
#include "plugins/pane/src/capture/Html.h"
#include "plugins/pane/src/capture/Text.h"
#include "plugins/pane/src/screen/SilentListener.h"
#include "plugins/pane/src/screen/Terminal.h"
#include "tests/pane/screen/Rules.h"

namespace
{

using namespace venomx::pane;

struct Pair
{
    SilentListener listener;
    Screen whole;
    Screen bytewise;
    Terminal inside; // the same once more, to see its cells

    explicit Pair(ScreenSize size) : whole(size, 40, listener), bytewise(size, 40, listener), inside(size, 40, listener) {}

    void feed(std::string_view bytes)
    {
        whole.feed(bytes);
        inside.feed(bytes);
        for (const char& byte : bytes) bytewise.feed({&byte, 1});
    }
    void resize(ScreenSize size)
    {
        whole.resize(size);
        inside.resize(size);
        bytewise.resize(size);
    }
    void clear()
    {
        whole.clear(true);
        inside.clear(true);
        bytewise.clear(true);
    }
};

void require(bool holds, const char* what)
{
    if (holds) return;
    std::fprintf(stderr, "broken: %s\n", what);
    std::abort();
}

void inspect(const Pair& pair)
{
    require(brokenRule(pair.whole).empty(), brokenRule(pair.whole).c_str());
    require(brokenGrid(pair.inside).empty(), brokenGrid(pair.inside).c_str());
}

ScreenSize sizeOf(std::string_view bytes)
{
    return {.cols = 1 + static_cast<unsigned char>(bytes[0]) % 40, .rows = 1 + static_cast<unsigned char>(bytes[1]) % 12};
}

void read(const Screen& screen)
{
    for (const bool join : {false, true})
    {
        const CaptureOptions options{.scrollback = -1, .join = join, .trim = join};
        require(!captureText(screen, options).empty(), "empty text");
        require(!captureAnsi(screen, options).empty(), "empty ansi");
        require(!captureHtml(screen, options).empty(), "empty html");
    }
    screen.writtenSince(screen.bytesFed() / 2, [](std::string_view, std::uint64_t) { return true; });
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view input(reinterpret_cast<const char*>(data), size);
    if (input.size() < 2) return 0;
    Pair pair(sizeOf(input));
    input.remove_prefix(2);
    while (!input.empty())
    {
        const std::size_t special = input.find_first_of("\xFE\xFF");
        pair.feed(input.substr(0, special));
        inspect(pair);
        if (special == std::string_view::npos) break;
        const bool resizes = input[special] == '\xFE';
        input.remove_prefix(special + 1);
        if (!resizes) pair.clear();
        if (!resizes || input.size() < 2) continue;
        pair.resize(sizeOf(input));
        input.remove_prefix(2);
        inspect(pair);
    }
    require(everything(pair.whole) == everything(pair.bytewise), "two cuts of one stream differ");
    read(pair.whole);
    return 0;
}
