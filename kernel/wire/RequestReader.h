// Takes one line apart: a request, a cancel, or what is wrong with it. Nothing of the line stays in the reader; strings of
// the result lie in the arena. One for all connections; control loop only.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <venomx/sdk/arena.h>
#include <venomx/sdk/json_reader.h>
#include <venomx/sdk/value.h>

namespace venomx::kernel
{

struct EmptyLine
{
};
struct RequestFrame
{
    std::uint64_t id{0};
    std::string_view verb;
    Value params; ///< null: left out; may be anything else, which is for the gate to judge
};
struct CancelFrame
{
    std::uint64_t id{0};
};
struct BadFrame
{
    enum class Wrong : std::uint8_t
    {
        syntax,
        encoding,
        id
    };
    Wrong wrong{Wrong::syntax};
    std::optional<std::uint64_t> id; ///< where it could be read
};
using Frame = std::variant<EmptyLine, RequestFrame, CancelFrame, BadFrame>;

class RequestReader
{
public:
    /// The frame counts as the first level.
    static constexpr int kDepth = 32;
    static constexpr std::int64_t kLargestId = (std::int64_t{1} << 53) - 1;

    [[nodiscard]] Frame read(std::string_view line, Arena& arena);

private:
    JsonReader _json{kDepth};
};

} // namespace venomx::kernel
