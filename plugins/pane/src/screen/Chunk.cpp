#include "Chunk.h"

#include <algorithm>

#include "ByteRuns.h"
#include "CellText.h"
#include "Utf8.h"
#include "Varint.h"
#include "Width.h"

namespace venomx::pane
{

namespace
{

// Flags of a stored line.
constexpr std::uint8_t wrappedFlag = 1;
constexpr std::uint8_t wideFlag = 2;

const Style plain;
const std::string noLink;

constexpr std::size_t rememberedLinks = 8; // how far back an equal address is looked for

bool isPlainBlank(const Cell& cell)
{
    return cell.glyph == ' ' && (cell.look & ~Cell::spacerBit) == 1;
}

int storedCells(const Row& row, int cols)
{
    if (row.wrapped) return row.endsInSpacer(cols) ? cols - 1 : cols;
    int count = row.fill() == 0 ? row.used() : cols;
    while (count > 0 && isPlainBlank(row.at(count - 1))) --count;
    return count;
}

// The column behind the cells from `begin` on that have its style, before `end`.
int endOfStyle(const Row& row, int begin, int end)
{
    int col = begin + 1;
    while (col < end && row.cells()[col].style() == row.cells()[begin].style()) ++col;
    return col;
}

} // namespace

std::uint32_t* StyleNumbers::find(StyleId style, bool& known)
{
    if (style >= _entries.size()) _entries.resize(style + std::size_t{1});
    Entry& entry = _entries[style];
    known = entry.stamp == _stamp;
    entry.stamp = _stamp;
    return &entry.number;
}

std::uint32_t Chunk::numberOf(StyleId id, const Palette& palette, StyleNumbers& numbers)
{
    bool known = false;
    std::uint32_t* const number = numbers.find(id, known);
    if (known) return *number;
    Style style = palette.styles[id];
    if (style.link != 0)
    {
        const std::string& address = palette.links[style.link];
        std::size_t at = _links.size();
        const std::size_t oldest = at > rememberedLinks ? at - rememberedLinks : 0;
        while (at > oldest && _links[at - 1] != address) --at;
        if (at == oldest)
        {
            _links.push_back(address);
            _linkBytes += address.size() + sizeof(std::string);
            at = _links.size();
        }
        style.link = static_cast<std::uint32_t>(at);
    }
    _styles.push_back(style);
    return *number = static_cast<std::uint32_t>(_styles.size() - 1);
}

void Chunk::appendHeader(std::uint8_t flags, int width, std::uint64_t written, std::size_t textBytes)
{
    if (_starts.empty())
    {
        _base = written;
        _latest = written;
    }
    _latest = std::max(_latest, written);
    _starts.push_back(static_cast<std::uint16_t>(_data.size()));
    char header[1 + 3 * longestVarint];
    char* at = header;
    *at++ = static_cast<char>(flags);
    at = putVarint(at, static_cast<std::uint64_t>(width));
    at = putVarint(at, zigzag(static_cast<std::int64_t>(written - _base)));
    at = putVarint(at, textBytes);
    _data.append(header, static_cast<std::size_t>(at - header));
}

void Chunk::append(const Row& row, int cols, const Palette& palette, StyleNumbers& numbers, std::vector<char>& scratch)
{
    const int count = storedCells(row, cols);
    if (scratch.size() < static_cast<std::size_t>(count)) scratch.resize(static_cast<std::size_t>(cols));
    _cols = _starts.empty() || _cols == cols ? cols : 0;
    const std::uint8_t flags = row.wrapped ? wrappedFlag : 0;
    const auto putRun = [&](char* at, int width, StyleId style)
    {
        const auto number = style == 0 ? 0 : numberOf(style, palette, numbers) + 1;
        return putVarint(putVarint(at, static_cast<std::uint64_t>(width)), number);
    };
    if (count <= row.used() && narrow(row.cells(), static_cast<std::size_t>(count), scratch.data()))
    {
        appendHeader(flags, count, row.written, static_cast<std::size_t>(count));
        _data.append(scratch.data(), static_cast<std::size_t>(count));
        if (count == 0 || row.cells()[0].style() == 0) return;
        char run[2 * longestVarint];
        _data.append(run, static_cast<std::size_t>(putRun(run, count, row.cells()[0].style()) - run));
        return;
    }
    const int written = std::min(count, row.used());
    CellText text(scratch, palette);
    text.add({row.cells(), static_cast<std::size_t>(written)});
    text.addBlanks(static_cast<std::size_t>(count - written));
    const std::size_t most = text.size() + static_cast<std::size_t>(count) * 2 * longestVarint;
    if (scratch.size() < most) scratch.resize(most);
    char* end = scratch.data() + text.size();
    for (int begin = 0, col = 0; begin < count; begin = col)
    {
        const StyleId style = row.at(begin).style();
        col = endOfStyle(row, begin, written);
        if (col >= written && row.fill() == style) col = count;
        if (col < count || style != 0) end = putRun(end, col - begin, style); // the rest of a line is in the default style
    }
    appendHeader(static_cast<std::uint8_t>(flags | (text.wide() ? wideFlag : 0)), count, row.written, text.size());
    _data.append(scratch.data(), static_cast<std::size_t>(end - scratch.data()));
}

void Chunk::removeLast()
{
    _data.resize(_starts.back());
    _starts.pop_back();
}

void Chunk::breakLast()
{
    char& flags = _data[_starts.back()];
    flags = static_cast<char>(flags & ~wrappedFlag);
}

Chunk::Header Chunk::header(std::size_t line) const
{
    Header header{};
    header.end = line + 1 < _starts.size() ? _starts[line + 1] : _data.size();
    const char* at = _data.data() + _starts[line];
    header.flags = static_cast<std::uint8_t>(*at++);
    header.width = static_cast<int>(getVarint(at));
    header.written = _base + static_cast<std::uint64_t>(unzigzag(getVarint(at)));
    const auto bytes = static_cast<std::size_t>(getVarint(at));
    header.text = static_cast<std::size_t>(at - _data.data());
    header.textEnd = header.text + bytes;
    return header;
}

StoredInfo Chunk::info(std::size_t line) const
{
    const Header found = header(line);
    return {.width = found.width, .wrapped = (found.flags & wrappedFlag) != 0, .wide = (found.flags & wideFlag) != 0};
}

std::uint64_t Chunk::written(std::size_t line) const
{
    return header(line).written;
}

bool Chunk::readAscii(std::size_t line, Line& out) const
{
    const Header head = header(line);
    // As many bytes as columns: every character has one of each. A cluster or a wide character takes more bytes than columns.
    if (head.textEnd - head.text != static_cast<std::size_t>(head.width)) return false;
    out.clear();
    out.wrapped = (head.flags & wrappedFlag) != 0;
    out.written = head.written;
    std::string_view text = std::string_view(_data).substr(head.text, static_cast<std::size_t>(head.width));
    const char* runAt = _data.data() + head.textEnd;
    const char* const end = _data.data() + head.end;
    while (runAt < end)
    {
        const auto width = static_cast<std::size_t>(getVarint(runAt));
        const auto number = static_cast<std::size_t>(getVarint(runAt));
        const Style& style = number == 0 ? plain : _styles[number - 1];
        out.append(text.substr(0, width), static_cast<int>(width), style, style.link == 0 ? noLink : _links[style.link - 1]);
        text.remove_prefix(width);
    }
    if (!text.empty()) out.append(text, static_cast<int>(text.size()), plain, noLink);
    return true;
}

void Chunk::decode(std::size_t line, StoredLine& out) const
{
    const Header head = header(line);
    const char* at = _data.data() + head.text;
    const char* const textEnd = _data.data() + head.textEnd;
    const char* runAt = textEnd;
    const char* const end = _data.data() + head.end;
    int left = 0; // columns of the present run
    const Style* style = &plain;
    while (at < textEnd)
    {
        if (left <= 0 && runAt < end)
        {
            left = static_cast<int>(getVarint(runAt));
            const auto number = static_cast<std::size_t>(getVarint(runAt));
            style = number == 0 ? &plain : &_styles[number - 1];
        }
        else if (left <= 0)
        {
            style = &plain;
        }
        StoredCell cell{.at = static_cast<std::uint32_t>(out.text.size()), .bytes = 1, .width = 1, .style = style, .link = &noLink};
        if (style->link != 0) cell.link = &_links[style->link - 1];
        const auto lead = static_cast<std::uint8_t>(*at);
        if (lead < 0x20)
        {
            cell.width = lead;
            cell.bytes = static_cast<std::uint8_t>(at[1]);
            at += 2;
        }
        else if (lead >= 0x80)
        {
            cell.bytes = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
            forEachCodePoint({at, cell.bytes},
                             [&](char32_t point) { cell.width = static_cast<std::uint8_t>(propertiesOf(point).width()); });
        }
        out.text.append(at, cell.bytes);
        out.cells.push_back(cell);
        at += cell.bytes;
        left -= cell.width;
    }
    out.wrapped = (head.flags & wrappedFlag) != 0;
    out.written = std::max(out.written, head.written);
}

} // namespace venomx::pane
