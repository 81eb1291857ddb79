// One line from the daemon, understood as far as every frame has the same shape.
// Views end with the arena's next reset and the line's buffer. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <venomx/sdk/arena.h>
#include <venomx/sdk/json_reader.h>
#include <venomx/sdk/value.h>

namespace venomx::client
{

struct Frame
{
    enum class Kind : std::uint8_t
    {
        ok,
        error,
        event,
        output,
        end
    };
    Kind kind{Kind::ok};
    std::optional<std::int64_t> id; ///< nothing: the daemon answers something that had no id
    Value content;                  ///< the member that gives the frame its kind
    std::string_view raw;           ///< its text, byte for byte
};

/// Nothing when the line is no frame.
[[nodiscard]] std::optional<Frame> readFrame(std::string_view line, JsonReader& reader, Arena& arena);

/// The text of a member of the object that `object` is. It must be well-formed JSON. Empty: no such member.
[[nodiscard]] std::string_view rawMember(std::string_view object, std::string_view name);

} // namespace venomx::client
