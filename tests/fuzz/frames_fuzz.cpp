// Any bytes from a client, in any cuts, through a real connection: each line that is a request, or nothing, gets one answer and no more,
// and the connection ends when it should. With room for everything, the answers are the same in whichever pieces the bytes come.
// The input: the room that there is, whether hello was said, and up to seven cuts, in nine bytes at most; then the client's bytes.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>
#include <venomx/sdk/json_reader.h>

#include "kernel/wire/RequestReader.h"
#include "tests/fuzz/Choices.h"
#include "tests/fuzz/Require.h"
#include "tests/fuzz/WireRoom.h"

namespace
{

using namespace venomx;
using namespace venomx::kernel;
using fuzz::require;

constexpr std::string_view kHello = "{\"id\":0,\"verb\":\"hello\",\"params\":{\"protocol\":1}}\n";
constexpr std::size_t kLongestLine = 256;

using Pieces = std::vector<std::string_view>;
/// How often each id; -1 for null.
using Ids = std::map<std::int64_t, std::size_t>;

struct Expected
{
    Ids ids;
    std::size_t answers{0};
    void add(std::optional<std::uint64_t> id)
    {
        ++ids[id ? static_cast<std::int64_t>(*id) : -1];
        ++answers;
    }
};

void expect(std::string_view line, Expected& expected)
{
    static RequestReader reader;
    Arena arena;
    const Frame frame = reader.read(line, arena);
    if (const auto* request = std::get_if<RequestFrame>(&frame)) expected.add(request->id);
    if (const auto* bad = std::get_if<BadFrame>(&frame)) expected.add(bad->id);
}

/// What must be answered, line by line, up to one that is too long.
Expected expectedOf(std::string_view bytes)
{
    Expected expected;
    while (!bytes.empty())
    {
        const std::size_t end = bytes.find('\n');
        const std::string_view line = bytes.substr(0, end == std::string_view::npos ? end : end + 1);
        if (line.size() > kLongestLine || (end == std::string_view::npos && line.size() == kLongestLine))
        {
            expected.add({});
            break;
        }
        if (end != std::string_view::npos)
            expect(line, expected);
        else if (line.find_first_not_of(" \t\r\n") != std::string_view::npos)
            expected.add({});
        bytes.remove_prefix(line.size());
    }
    return expected;
}

struct Heard
{
    Ids ids;
    std::size_t answers{0};
    bool hungUp{false};
};

bool streams(const Value& frame)
{
    const Value* ok = frame.find("ok");
    return ok != nullptr && ok->is(Value::Kind::object) && ok->find("streams") != nullptr;
}

/// Takes the daemon's frames apart; only those count that are somebody's last.
Heard heardOf(std::string_view text)
{
    Heard heard;
    JsonReader reader{32};
    while (!text.empty())
    {
        const std::size_t end = text.find('\n');
        require(end != std::string_view::npos, "the daemon sent half a line");
        Arena arena;
        const auto read = reader.read(text.substr(0, end), arena);
        require(read.error == JsonError::none && read.value.is(Value::Kind::object), "the daemon sent what is no frame");
        text.remove_prefix(end + 1);
        const Value* error = read.value.find("error");
        if (error == nullptr && read.value.find("end") == nullptr && (read.value.find("ok") == nullptr || streams(read.value))) continue;
        const Value* id = read.value.find("id");
        require(id != nullptr, "a frame without an id");
        ++heard.ids[id->is(Value::Kind::integer) ? id->asInteger() : -1];
        ++heard.answers;
        const std::string_view code = error == nullptr ? std::string_view{} : error->find("code")->asString();
        heard.hungUp |= code == "denied.token" || code == "protocol.frame_too_large";
    }
    return heard;
}

void compare(const Expected& expected, const Heard& heard)
{
    require(heard.hungUp ? heard.answers <= expected.answers : heard.answers == expected.answers, "not one answer to each");
    for (const auto& [id, count] : heard.ids)
    {
        if (id < 0) continue;
        const auto asked = expected.ids.find(id);
        require(asked != expected.ids.end() && count <= asked->second, "an answer to what was not asked");
    }
}

Pieces cut(std::string_view bytes, std::vector<std::size_t> places)
{
    std::ranges::sort(places);
    Pieces pieces;
    std::size_t from = 0;
    for (const std::size_t place : places)
    {
        pieces.push_back(bytes.substr(from, place - from));
        from = place;
    }
    pieces.push_back(bytes.substr(from));
    return pieces;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static fuzz::WireRoom room;
    fuzz::Choices choices({reinterpret_cast<const char*>(data), size});
    const bool tight = choices.within(0, 1) == 1;
    const bool greeted = choices.within(0, 1) == 1;
    std::vector<int> cuts(static_cast<std::size_t>(choices.within(0, 7)));
    for (int& place : cuts) place = choices.within(0, 255);
    const std::string bytes = std::string{greeted ? kHello : ""} + std::string{choices.rest()};
    std::vector<std::size_t> places;
    for (const int place : cuts) places.push_back(bytes.size() * static_cast<std::size_t>(place) / 255);

    WireLimits limits{.frame = kLongestLine};
    if (tight) limits.pending = limits.waits = 2, limits.output = 600;
    const std::string heard = room.converse(cut(bytes, places), limits);
    compare(expectedOf(bytes), heardOf(heard));
    if (!tight) require(heard == room.converse(cut(bytes, {}), limits), "other pieces, other answers");
    return 0;
}
