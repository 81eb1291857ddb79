// The lines of standard input. Lines past the limit are dropped whole and reported once each. Owned by Server; one thread.
#pragma once

#include "client/wire/LineBuffer.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace venomx::client::mcp
{

class Lines
{
public:
    static constexpr std::size_t kLargestLine = std::size_t{10} * 1024 * 1024;

    struct Line
    {
        std::string_view text; ///< without its end; ends with the next fill
        bool tooLong{false};   ///< then there is no text
    };

    explicit Lines(int descriptor) : _descriptor(descriptor) {}

    /// Reads once, which returns at once where something is there to be read. False at the end of the input.
    [[nodiscard]] bool fill();
    /// The next whole line.
    [[nodiscard]] std::optional<Line> next();
    /// At the end of the input: what stands there without a line end.
    [[nodiscard]] std::optional<Line> last();

private:
    [[nodiscard]] Line judged(std::string_view text);

    int _descriptor;
    LineBuffer _buffer;
    bool _dropping{false}; ///< in the middle of a line that is too long
};

} // namespace venomx::client::mcp
