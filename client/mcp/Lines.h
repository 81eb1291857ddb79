// The lines of standard input, however the bytes come. Lines past the limit are dropped whole and reported once each.
// What was handed out is wiped with the next read: a line may hold what a program's environment is to be.
// Owned by Server; one thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
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
    ~Lines();
    Lines(const Lines&) = delete;
    Lines& operator=(const Lines&) = delete;

    /// Reads once, which returns at once where something is there to be read. False at the end of the input.
    [[nodiscard]] bool fill();
    /// The next whole line.
    [[nodiscard]] std::optional<Line> next();
    /// At the end of the input: what stands there without a line end.
    [[nodiscard]] std::optional<Line> last();

private:
    void makeRoom();

    int _descriptor;
    std::string _buffer;
    std::size_t _start{0};    ///< of what was not handed out yet
    std::size_t _end{0};      ///< of what was read
    std::size_t _searched{0}; ///< no line ends before here
    bool _dropping{false};    ///< in the middle of a line that is too long
};

} // namespace venomx::client::mcp
