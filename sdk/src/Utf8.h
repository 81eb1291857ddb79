// One UTF-8 sequence at a time, as RFC 3629 has it: no overlong form, no surrogate, nothing past U+10FFFF.
// Pure functions; any thread.
#pragma once

#include <cstddef>
#include <string_view>

namespace venomx::detail
{

struct Utf8Sequence
{
    std::size_t length{0}; ///< of the sequence; of an invalid one its longest part that could begin a valid one, at least 1
    bool valid{false};
};

/// The sequence at the front of `text`, which is not empty.
[[nodiscard]] Utf8Sequence firstUtf8(std::string_view text) noexcept;

[[nodiscard]] bool isUtf8(std::string_view text) noexcept;

} // namespace venomx::detail
