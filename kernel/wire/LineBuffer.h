// Bytes that came in on one connection, as lines. Each byte is looked at once for a line's end and wiped when its line is
// dropped. One connection's; control loop only. Throws std::bad_alloc when the system has no memory for the buffer.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <venomx/sdk/fixed_buffer.h>

namespace venomx::kernel
{

class LineBuffer
{
public:
    explicit LineBuffer(std::size_t longest) : _bytes(longest) {}

    [[nodiscard]] std::span<char> space() { return _bytes.space(); }
    void filled(std::size_t count) { _bytes.filled(count); }

    /// The first line with its newline, once it is whole. It stays good until `drop` or `space`.
    [[nodiscard]] std::optional<std::string_view> first();
    /// The line that begins at `offset` of the whole stream, which is not before the first one.
    [[nodiscard]] std::optional<std::string_view> lineAt(std::uint64_t offset) const;
    void drop(std::size_t count);
    void clear() { drop(_bytes.data().size()); }

    /// Where the first line begins in the whole stream.
    [[nodiscard]] std::uint64_t offset() const { return _dropped; }
    [[nodiscard]] std::string_view rest() const { return _bytes.data(); }
    /// There is no room for the first line's end.
    [[nodiscard]] bool full() const { return _bytes.full(); }

private:
    FixedBuffer _bytes;
    std::size_t _searched{0}; ///< bytes of the buffer without a newline
    std::uint64_t _dropped{0};
};

} // namespace venomx::kernel
