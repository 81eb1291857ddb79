#include <venomx/sdk/json_reader.h>

#include "Expect.h"
#include "JsonParser.h"
#include "Utf8.h"

#include <cstring>
#include <limits>

namespace venomx
{
inline namespace v1
{
namespace
{

/// Reading goes as deep into the stack as the text is nested.
constexpr int kDeepest = 512;

} // namespace

struct JsonReader::State
{
    int maxDepth;
    detail::JsonParser::Tools tools{};
};

JsonReader::JsonReader(int maxDepth) : _state(std::make_unique<State>(State{.maxDepth = maxDepth}))
{
    expect(maxDepth >= 1 && maxDepth <= kDeepest);
}

JsonReader::~JsonReader() = default;
JsonReader::JsonReader(JsonReader&&) noexcept = default;
JsonReader& JsonReader::operator=(JsonReader&&) noexcept = default;

JsonReader::Outcome JsonReader::read(std::string_view text, Arena& arena)
{
    if (text.size() > std::numeric_limits<std::uint32_t>::max()) return {JsonError::syntax, {}, {}};
    auto* const copy = static_cast<char*>(arena.allocate(text.size() + 1 + detail::JsonParser::kPadding, 1));
    if (!text.empty()) std::memcpy(copy, text.data(), text.size());
    std::memset(copy + text.size(), 0, 1 + detail::JsonParser::kPadding);
    Outcome outcome = detail::JsonParser{text, copy, arena, _state->tools, _state->maxDepth}.parse();
    _state->tools.items.wipe();
    _state->tools.members.wipe();
    // A text that is not UTF-8 is that before it is anything else. One that was read through is known to be.
    if (outcome.error != JsonError::none && !detail::isUtf8(text)) outcome.error = JsonError::encoding;
    return outcome;
}

} // namespace v1
} // namespace venomx
