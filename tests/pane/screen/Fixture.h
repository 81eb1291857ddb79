// A screen and all that it told its listener, for the tests of this folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "Rules.h"
#include "plugins/pane/src/screen/Screen.h"

namespace venomx::pane
{

struct Recorder : ScreenListener
{
    std::string replies;
    std::vector<std::string> heard;

    void reply(std::string_view bytes) override { replies += bytes; }
    void title(std::string_view text) override { heard.push_back("title " + std::string(text)); }
    void bell() override { heard.push_back("bell"); }
    void prompt(char mark, std::optional<int> status) override
    {
        heard.push_back(std::string("prompt ") + mark + (status ? " " + std::to_string(*status) : ""));
    }
    void notification(std::string_view title, std::string_view body) override
    {
        heard.push_back("notification " + std::string(title) + "|" + std::string(body));
    }
};

class Fixture
{
public:
    explicit Fixture(int cols = 20, int rows = 5, std::size_t scrollback = 100) : screen({.cols = cols, .rows = rows}, scrollback, told) {}

    Fixture& feed(std::string_view bytes)
    {
        screen.feed(bytes);
        return *this;
    }

    // The rows of the screen without trailing blanks, joined by '|', without trailing empty rows.
    std::string shown() const { return text(0, screen.size().rows - 1); }
    // All lines of the scrollback likewise.
    std::string scrolled() const { return text(-static_cast<long>(screen.scrollbackLines()), -1); }
    std::string text(long first, long last) const;
    // "row,col", 1-based as in the sequences.
    std::string at() const { return std::to_string(screen.cursor().row + 1) + "," + std::to_string(screen.cursor().col + 1); }
    std::string replies()
    {
        std::string all;
        all.swap(told.replies);
        return all;
    }

    Recorder told;
    Screen screen;
};

// One row of a table of cases: what is fed, what is shown, where the cursor is.
struct Case
{
    const char* name;
    std::string_view input;
    std::string shown;
    std::string at;
};

void check(const Case& expected, int cols, int rows);

} // namespace venomx::pane
