#include "client/mcp/StreamResult.h"

#include "client/Concat.h"
#include "client/Json.h"
#include "client/mcp/Message.h"

#include <algorithm>
#include <optional>
#include <venomx/sdk/arena.h>
#include <venomx/sdk/json_reader.h>
#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

constexpr std::string_view kCount{"count"};
constexpr std::string_view kBytes{"bytes"};
/// Room for what cutting writes anew: two numbers.
constexpr std::size_t kNumbers = 48;

class Parsed
{
public:
    explicit Parsed(std::string_view text) { _value = JsonReader{kDeepestMessage}.read(text, _arena).value; }
    [[nodiscard]] const Value& value() const { return _value; }

private:
    Arena _arena;
    Value _value;
};

/// A frame's place in its stream: an event's number, an output's offset.
std::optional<std::int64_t> placeOf(const Value& frame)
{
    const std::optional<std::int64_t> number = integerAt(frame, "seq");
    return number ? number : integerAt(frame, "offset");
}

/// The first part of an output frame that is longer than `room`; `place` becomes where it ends.
std::string cutOutput(const Value& frame, std::size_t room, std::int64_t& place)
{
    constexpr std::size_t kDigits = 4; // of base64, for three bytes
    constexpr std::size_t kAround = 64;
    const std::string_view bytes = textAt(frame, kBytes);
    const std::size_t groups = std::min(room > kAround ? (room - kAround) / kDigits : 1, bytes.size() / kDigits);
    if (groups == 0) return {};
    std::string text;
    JsonWriter{text}.beginObject().field("offset", place).field(kBytes, bytes.substr(0, groups * kDigits)).endObject();
    place += static_cast<std::int64_t>(groups) * 3;
    return text;
}

void writeAnswer(JsonWriter& json, const Value& answer, std::int64_t next, std::size_t count)
{
    for (const auto& [name, value] : answer.members())
        if (name == kNext)
            json.field(name, next);
        else if (name == kCount && value.is(Value::Kind::integer))
            json.field(name, static_cast<std::int64_t>(count));
        else
            json.field(name, value);
}

} // namespace

std::string StreamResult::all() const
{
    std::string text{_answer.substr(0, _answer.rfind('}'))};
    text += concat({text.find('"') == std::string::npos ? "\"" : ",\"", kFrames, "\":["});
    for (std::size_t i = 0; i < _frames.size(); ++i) text += concat({i == 0 ? "" : ",", _frames[i]});
    return text + "]}";
}

std::string StreamResult::within(std::size_t budget) const
{
    std::string text = all();
    const Parsed answer{_answer};
    std::optional<std::int64_t> next = integerAt(answer.value(), kNext);
    if (text.size() <= budget || !next) return text;
    std::size_t used = _answer.size() + kNumbers;
    std::vector<std::string> kept;
    for (const std::string& frame : _frames)
    {
        if (used + frame.size() + 1 <= budget)
        {
            used += frame.size() + 1;
            kept.push_back(frame);
            continue;
        }
        const Parsed parsed{frame};
        std::optional<std::int64_t> place = placeOf(parsed.value());
        if (!place) return text;
        // One that is too long for any result comes in parts, or whole where it has none.
        const bool first = kept.empty();
        if (first) kept.push_back(cutOutput(parsed.value(), budget - std::min(budget, used), *place));
        if (first && kept.back().empty())
        {
            kept.back() = frame;
            used = budget;
            continue;
        }
        next = place;
        break;
    }
    text.clear();
    JsonWriter json{text};
    json.beginObject();
    writeAnswer(json, answer.value(), *next, kept.size());
    json.key(kFrames).beginArray();
    for (const std::string& frame : kept) json.raw(frame);
    json.endArray().endObject();
    return text;
}

} // namespace venomx::client::mcp
