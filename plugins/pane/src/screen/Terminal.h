// The terminal behind a Screen: takes what the parser found and works on grids, cursor and modes. One class, a file a concern:
// Terminal (frame and controls), Print, Join, Motion, Edit, Csi, PrivateModes, Osc, Answers, Resize, Collect, Lines.
// Owned by a Screen; the rules of Screen.h about threads hold. Rows and columns are 0-based, margins inclusive.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "Charsets.h"
#include "Grid.h"
#include "Palette.h"
#include "Parser.h"
#include "Reflow.h"
#include "Screen.h"
#include "Scrollback.h"
#include "SgrCache.h"
#include "Tabs.h"
#include "Width.h"

namespace venomx::pane
{

// Where the next character goes. `wrapNext`: the last column was written, the next character begins a new row.
struct Position
{
    int row = 0;
    int col = 0;
    bool wrapNext = false;
};

// What DECSC keeps; before the first one, what DECRC then gives.
struct SavedCursor
{
    bool taken = false;
    Position position;
    Style pen;
    Charsets charsets;
    bool origin = false;
};

class Terminal final : private ParserSink
{
public:
    Terminal(ScreenSize size, std::size_t scrollbackLines, ScreenListener& listener);

    void feed(std::span<const char> bytes) { _parser.feed(bytes); }
    void resize(ScreenSize size);
    void clear(bool scrollbackToo);

    ScreenSize size() const { return _size; }
    Cursor cursor() const;
    bool alternate() const { return _onAlternate; }
    const Modes& modes() const { return _modes; }
    const std::string& title() const { return _title; }
    const std::string& cwd() const { return _cwd; }
    std::uint64_t bytesFed() const { return _parser.offset(); }
    std::size_t scrollbackLines() const { return _scrollback.linesAt(_size.cols); }
    void lines(long first, long last, const Screen::LineVisitor& visit) const;
    std::optional<std::uint64_t> writtenSince(std::uint64_t since, const Screen::TextVisitor& visit, std::uint64_t from,
                                              const std::function<bool()>& enough) const;

    const Scrollback& scrollback() const { return _scrollback; }
    const Palette& palette() const { return _palette; }
    const Grid& grid() const { return _onAlternate ? *_alternate : _main; }

private:
    // What a character may join: the character before it, with nothing but characters between.
    enum class Joining : std::uint8_t
    {
        Nothing,
        Plain,      // spacing marks only
        Pictograph, // a skin tone, U+FE0F
        Joined,     // a pictograph and U+200D: another pictograph
        Regional    // one regional indicator: a second one
    };

    // Terminal
    void execute(std::uint8_t control) override;
    void escape(const Sequence& sequence) override;
    void escapeFinal(char final);
    void saveCursor();
    void restoreCursor();
    void softReset();
    void fullReset();
    void alignmentTest();
    Grid& grid() { return _onAlternate ? *_alternate : _main; }
    Row& row() { return grid().row(_at.row); }

    // Print
    void printAscii(std::string_view run) override;
    void printCharacter(char32_t point) override;
    void printCharacters(std::span<const char32_t> points) override;
    std::size_t printSingles(std::span<const char32_t> points);
    void print(char32_t point, std::uint64_t offset);
    void printPlain(std::string_view run, unsigned step);
    void printTranslated(std::string_view run);
    void put(char32_t point, int width);
    void putCell(Glyph glyph, int width);
    void wrap();
    int rightEdge() const { return _at.col > _right ? _size.cols - 1 : _right; }
    void advance(int width);
    StyleId pen();
    void repeat(int count);

    // Join
    bool tryJoin(char32_t point, CharacterProperties properties);
    void joinTo(char32_t point, int width);
    void joinLeft(char32_t point);
    Position lastCell() const;
    void widenLast(Position cell, Glyph glyph);

    // Motion
    void moveTo(int row, int col);
    void moveOriginTo(int row, int col);
    void moveUp(int count);
    void moveDown(int count);
    void moveLeft(int count);
    void moveRight(int count);
    void backspace();
    void carriageReturn();
    void lineFeed();
    void reverseLineFeed();
    void tab(int count);
    void backTab(int count);
    void setMargins(int top, int bottom);
    void setSideMargins(int left, int right);
    bool insideSides() const { return _at.col >= _left && _at.col <= _right; }
    bool insideMargins() const { return _at.row >= _top && _at.row <= _bottom && insideSides(); }
    bool fullWidth() const { return _left == 0 && _right == _size.cols - 1; }

    // Edit
    StyleId erasure();
    void eraseInDisplay(int which, bool selective);
    void eraseInLine(int which, bool selective);
    void eraseCells(int row, int from, int to, bool selective);
    void eraseCharacters(int count);
    void insertCharacters(int count);
    void deleteCharacters(int count);
    void insertLines(int count);
    void deleteLines(int count);
    void insertColumns(int count);
    void deleteColumns(int count);
    void shiftColumns(int count);
    void scrollUp(int count);
    void scrollDown(int count);
    void breakAbove(int row);

    // Csi
    void csi(const Sequence& sequence) override;
    bool sgr(const ParameterText& params) override;
    bool csiMotion(const Sequence& sequence);
    bool csiEdit(const Sequence& sequence);
    bool csiSetting(const Sequence& sequence);
    void csiQuery(const Sequence& sequence);
    void setModes(const Sequence& sequence, bool on);
    void setCursorStyle(int which);
    void windowOperation(const Sequence& sequence);

    // PrivateModes
    bool* ansiMode(int number);
    bool* plainMode(int number);
    std::optional<bool> privateMode(int number);
    void setPrivateMode(int number, bool on);
    void setMouse(MouseTracking tracking, bool on);
    void setMouseEncoding(MouseEncoding encoding, bool on);
    void savePrivateModes(const Sequence& sequence);
    void restorePrivateModes(const Sequence& sequence);
    void useAlternate(bool on);
    void setAlternate(int number, bool on);

    // Osc
    void osc(std::string_view text) override;
    void dcs(const Sequence& sequence, std::string_view text) override;
    void setTitle(std::string_view text);
    void setDirectory(std::string_view url);
    void setLink(std::string_view text);
    void promptMark(std::string_view text);
    void notify(std::string_view code, std::string_view text);

    // Answers
    void answer(std::string_view bytes) { _listener.reply(bytes); }
    int originRow() const;
    int originCol() const;
    void answerStatus(const Sequence& sequence);
    void answerPosition(bool privately);
    void answerMode(int number, bool privately);
    void answerSetting(std::string_view name);

    // Resize
    void resizeMain(ScreenSize to);
    void restoreCells(const StoredLine& stored, std::vector<Cell>& cells);
    FlatLine takeLastLine(int most);
    void pullRows(ScreenSize to, std::vector<Row>& rows, std::span<Point> points);
    void resetMargins();

    // Collect
    void collectIfCrowded();
    void collect();

    ScreenListener& _listener;
    ScreenSize _size;
    Parser _parser{*this};
    Palette _palette;
    Grid _main;
    std::unique_ptr<Grid> _alternate; // from its first use on
    Scrollback _scrollback;
    Modes _modes;
    Tabs _tabs;

    Position _at;
    Position _mainAt;                  // while the alternate screen is shown: where the main screen was left
    std::array<SavedCursor, 2> _saved; // of the main and the alternate screen
    Charsets _charsets;
    Style _pen;
    StyleId _penId = 0;
    SgrCache _sgrs;
    StyleId _erasureId = 0;
    bool _penChanged = false;  // _penId does not yet stand for _pen
    bool _erasureKnown = true; // _erasureId stands for the pen of _penId
    bool _onAlternate = false;
    std::uint64_t _writing = 0; // offset of the byte that completed the character at work
    Joining _joining = Joining::Nothing;
    char32_t _lastCharacter = 0; // for REP; 0 when the last thing was no character
    int _top = 0;
    int _bottom;
    int _left = 0;
    int _right;
    CursorShape _shape = CursorShape::Block;

    std::string _title;
    std::vector<std::string> _titleStack;
    std::string _cwd;
    std::vector<std::pair<int, bool>> _savedModes;
};

} // namespace venomx::pane
