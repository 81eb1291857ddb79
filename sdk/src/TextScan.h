// Finds the next byte of a JSON string that is not plain: a quote, a backslash, a control character or a byte past ASCII.
// Pure; any thread.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace venomx::detail
{

inline constexpr std::array<bool, 256> kPlainBytes = []
{
    std::array<bool, 256> plain{};
    for (std::size_t code = 0x20; code < 0x80; ++code) plain[code] = code != '"' && code != '\\';
    return plain;
}();

[[nodiscard]] inline bool isPlain(char byte) noexcept
{
    return kPlainBytes[static_cast<unsigned char>(byte)];
}

#if defined(__SSE2__)
/// A bit for each of the 16 bytes at `data` that is not plain.
[[nodiscard]] inline unsigned notPlain(const char* data) noexcept
{
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(data));
    const __m128i quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    const __m128i backslashes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    // A signed comparison finds what is below a space and what is past ASCII at once.
    const __m128i others = _mm_cmplt_epi8(bytes, _mm_set1_epi8(' '));
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(others, _mm_or_si128(quotes, backslashes))));
}
#endif

/// How many plain bytes `text` begins with.
[[nodiscard]] inline std::size_t plainPrefix(std::string_view text) noexcept
{
    const char* const data = text.data();
    std::size_t at = 0;
#if defined(__SSE2__)
    for (; at + 16 <= text.size(); at += 16)
    {
        const unsigned mask = notPlain(data + at);
        if (mask != 0) return at + static_cast<std::size_t>(std::countr_zero(mask));
    }
#endif
    while (at < text.size() && isPlain(data[at])) ++at;
    return at;
}

/// The same for a text that ends with a byte that is not plain and has 16 readable bytes behind that.
[[nodiscard]] inline const char* skipPlain(const char* at) noexcept
{
#if defined(__SSE2__)
    while (true)
    {
        const unsigned mask = notPlain(at);
        if (mask != 0) return at + std::countr_zero(mask);
        at += 16;
    }
#else
    while (isPlain(*at)) ++at;
    return at;
#endif
}

/// The next quote or backslash, or `end`, behind which 16 bytes are readable.
[[nodiscard]] inline const char* skipToQuote(const char* at, const char* end) noexcept
{
#if defined(__SSE2__)
    for (; at < end; at += 16)
    {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        const __m128i quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
        const __m128i backslashes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
        const auto mask = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(quotes, backslashes)));
        if (mask != 0) return std::min(at + std::countr_zero(mask), end);
    }
    return end;
#else
    while (at != end && *at != '"' && *at != '\\') ++at;
    return at;
#endif
}

} // namespace venomx::detail
