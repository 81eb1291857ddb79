#include "Screen.h"

#include <algorithm>

#include "Terminal.h"

namespace venomx::pane
{

namespace
{

ScreenSize clamped(ScreenSize size)
{
    return {std::clamp(size.cols, 1, ScreenSize::most), std::clamp(size.rows, 1, ScreenSize::most)};
}

} // namespace

Screen::Screen(ScreenSize size, std::size_t scrollbackLines, ScreenListener& listener)
    : _terminal(std::make_unique<Terminal>(clamped(size), scrollbackLines, listener))
{
}

Screen::~Screen() = default;

void Screen::feed(std::span<const char> bytes)
{
    _terminal->feed(bytes);
}
void Screen::resize(ScreenSize size)
{
    _terminal->resize(clamped(size));
}
void Screen::clear(bool scrollbackToo)
{
    _terminal->clear(scrollbackToo);
}

ScreenSize Screen::size() const
{
    return _terminal->size();
}
Cursor Screen::cursor() const
{
    return _terminal->cursor();
}
bool Screen::alternate() const
{
    return _terminal->alternate();
}
const Modes& Screen::modes() const
{
    return _terminal->modes();
}
const std::string& Screen::title() const
{
    return _terminal->title();
}
const std::string& Screen::cwd() const
{
    return _terminal->cwd();
}
std::uint64_t Screen::bytesFed() const
{
    return _terminal->bytesFed();
}
std::size_t Screen::scrollbackLines() const
{
    return _terminal->scrollbackLines();
}

void Screen::lines(long first, long last, const LineVisitor& visit) const
{
    _terminal->lines(first, last, visit);
}
std::optional<std::uint64_t> Screen::writtenSince(std::uint64_t since, const TextVisitor& visit, std::uint64_t from,
                                                  const std::function<bool()>& enough) const
{
    return _terminal->writtenSince(since, visit, from, enough);
}

} // namespace venomx::pane
