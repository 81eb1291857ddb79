// The lines in a stream of bytes, however these come: what was received and not handed out yet. What was handed out is wiped as soon as
// room is made for more, and all of it at the end: a line may hold a token, or what a program's environment is to be.
// One owner, one thread; nothing throws but for want of memory.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <venomx/sdk/secret.h>

namespace venomx::client
{

class LineBuffer
{
public:
    LineBuffer() = default;
    ~LineBuffer() { wipe(_bytes.data(), _bytes.size()); }
    LineBuffer(LineBuffer&&) noexcept = default;
    LineBuffer& operator=(LineBuffer&&) = delete;
    LineBuffer(const LineBuffer&) = delete;
    LineBuffer& operator=(const LineBuffer&) = delete;

    /// Where at least so many bytes more can be put; `add` then says how many were. Ends all views that were handed out.
    [[nodiscard]] std::span<char> room(std::size_t least);
    void add(std::size_t count) { _end += count; }

    /// The next whole line without its end.
    [[nodiscard]] std::optional<std::string_view> line();
    /// The beginning of a line that stands behind the last whole one, once `line` has found no more.
    [[nodiscard]] std::string_view rest() const { return {_bytes.data() + _start, _end - _start}; }
    /// Hands it out.
    [[nodiscard]] std::string_view takeRest();

private:
    std::string _bytes;
    std::size_t _start{0};    ///< of what was not handed out yet
    std::size_t _end{0};      ///< of what was received
    std::size_t _searched{0}; ///< no line ends before here
};

} // namespace venomx::client
