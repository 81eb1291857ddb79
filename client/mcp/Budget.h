// A result cut to the number of bytes that a model's context should be given at a time. A cut piece has the shape of the whole,
// so that it fits the tool's output schema: what is small stands in each piece, and texts and lists go on where the piece before
// ended. Pure functions; JSON text in and out.
#pragma once

#include <cstddef>
#include <string>
#include <venomx/sdk/value.h>

namespace venomx::client::mcp
{

struct Cut
{
    std::string piece;
    std::string rest; ///< empty: the piece is all of it
};

/// `value` as a piece of at most `room` bytes, where its small parts leave that much.
[[nodiscard]] Cut cutTo(const Value& value, std::size_t room);

} // namespace venomx::client::mcp
