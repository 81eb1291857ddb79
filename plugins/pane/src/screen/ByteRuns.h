// The inner loops of plain and of colourful text: how long a run of printable ASCII is, writing it as cells, where the parameters of a
// sequence end. Sixteen bytes a step with SSE2, which every x86-64 has; plain loops elsewhere. Pure functions; any thread.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "Cell.h"

namespace venomx::pane
{

// The number of bytes from `at` on that are 0x20..0x7E.
inline std::size_t printableRun(const char* at, const char* end)
{
    const char* const begin = at;
#if defined(__SSE2__)
    const __m128i low = _mm_set1_epi8(0x1F);
    const __m128i del = _mm_set1_epi8(0x7F);
    while (end - at >= 16)
    {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        // Signed comparison: bytes from 0x80 up are negative and fail the first test as they should.
        const __m128i good = _mm_andnot_si128(_mm_cmpeq_epi8(bytes, del), _mm_cmpgt_epi8(bytes, low));
        const auto mask = static_cast<unsigned>(_mm_movemask_epi8(good));
        if (mask != 0xFFFF) return static_cast<std::size_t>(at - begin) + static_cast<std::size_t>(std::countr_one(mask));
        at += 16;
    }
#endif
    while (at < end && *at >= 0x20 && *at < 0x7F) ++at;
    return static_cast<std::size_t>(at - begin);
}

// A sequence's parameters as they stand in the stream: how many bytes they take, and a bit for each byte before which a parameter ends.
struct ParameterRun
{
    static constexpr int most = 32; // bytes that are looked at: more than two colours of 256 take

    std::uint32_t bytes = 0; // 0: none, or they are to be read one by one
    std::uint32_t ends = 0;
};

// Of numbers and semicolons with at least `most` bytes to look at.
inline ParameterRun parameterRun([[maybe_unused]] const char* at, [[maybe_unused]] const char* end)
{
#if defined(__SSE2__)
    if (end - at < ParameterRun::most) return {};
    std::uint32_t others = 0;
    std::uint32_t separators = 0;
    for (int half = 0; half < 2; ++half)
    {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at) + half);
        const __m128i isSeparator = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(';'));
        const __m128i isDigit = _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8('0' - 1)), _mm_cmplt_epi8(bytes, _mm_set1_epi8('9' + 1)));
        others |= (0xFFFFu & ~static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(isDigit, isSeparator)))) << (16 * half);
        separators |= static_cast<unsigned>(_mm_movemask_epi8(isSeparator)) << (16 * half);
    }
    if (others == 0) return {};
    const auto bytes = static_cast<std::uint32_t>(std::countr_zero(others));
    if (at[bytes] == ':') return {};
    const std::uint32_t last = 1u << bytes;
    return {bytes, (separators & (last - 1)) | last};
#else
    return {};
#endif
}

// The parameters themselves, for comparing: their bytes and zeros.
struct ParameterText
{
    static constexpr std::uint32_t most = 24;

    std::uint64_t first = 0;
    std::uint64_t second = 0;
    std::uint64_t third = 0;

    bool operator==(const ParameterText& other) const
    {
        return ((first ^ other.first) | (second ^ other.second) | (third ^ other.third)) == 0;
    }
};

// Of the first `bytes` at `at`, where ParameterText::most can be read.
inline ParameterText parameterText(const char* at, std::uint32_t bytes)
{
    const auto word = [=](unsigned begin) -> std::uint64_t
    {
        std::uint64_t read = 0;
        std::memcpy(&read, at + begin, sizeof(read));
        if (bytes >= begin + 8) return read;
        return bytes <= begin ? 0 : read & ((std::uint64_t{1} << (8 * (bytes - begin))) - 1);
    };
    return {word(0), word(8), word(16)};
}

inline void widen(const char* text, std::size_t count, StyleId style, Cell* cells)
{
    const std::uint32_t look = style << 8 | 1;
    std::size_t done = 0;
#if defined(__SSE2__)
    const __m128i looks = _mm_set1_epi32(static_cast<int>(look));
    const __m128i zero = _mm_setzero_si128();
    for (; done + 8 <= count; done += 8)
    {
        const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(text + done));
        const __m128i words = _mm_unpacklo_epi8(bytes, zero);
        const __m128i first = _mm_unpacklo_epi16(words, zero);
        const __m128i second = _mm_unpackhi_epi16(words, zero);
        auto* out = reinterpret_cast<__m128i*>(cells + done);
        _mm_storeu_si128(out, _mm_unpacklo_epi32(first, looks));
        _mm_storeu_si128(out + 1, _mm_unpackhi_epi32(first, looks));
        _mm_storeu_si128(out + 2, _mm_unpacklo_epi32(second, looks));
        _mm_storeu_si128(out + 3, _mm_unpackhi_epi32(second, looks));
    }
#endif
    for (; done < count; ++done) cells[done] = {static_cast<Glyph>(static_cast<unsigned char>(text[done])), look};
}

// Copies the code points of `count` cells to `text` and tells whether all are ASCII of width 1 in the style of the first; if not, `text` is
// void.
inline bool narrow(const Cell* cells, std::size_t count, char* text)
{
    if (count == 0) return true;
    const std::uint32_t look = cells[0].look;
    std::uint32_t glyphs = 0;
    std::uint32_t looks = 0;
    std::size_t done = 0;
#if defined(__SSE2__)
    __m128i allGlyphs = _mm_setzero_si128();
    __m128i allLooks = _mm_setzero_si128();
    const __m128i wanted = _mm_set1_epi32(static_cast<int>(look));
    for (; done + 4 <= count; done += 4)
    {
        const auto* in = reinterpret_cast<const __m128i*>(cells + done);
        const __m128 a = _mm_castsi128_ps(_mm_loadu_si128(in));
        const __m128 b = _mm_castsi128_ps(_mm_loadu_si128(in + 1));
        const __m128i four = _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(2, 0, 2, 0)));
        const __m128i their = _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(3, 1, 3, 1)));
        allGlyphs = _mm_or_si128(allGlyphs, four);
        allLooks = _mm_or_si128(allLooks, _mm_xor_si128(their, wanted));
        const __m128i packed = _mm_packus_epi16(_mm_packs_epi32(four, four), _mm_setzero_si128());
        const int bytes = _mm_cvtsi128_si32(packed);
        __builtin_memcpy(text + done, &bytes, 4);
    }
    alignas(16) std::uint32_t lanes[8];
    _mm_store_si128(reinterpret_cast<__m128i*>(lanes), allGlyphs);
    _mm_store_si128(reinterpret_cast<__m128i*>(lanes + 4), allLooks);
    glyphs = lanes[0] | lanes[1] | lanes[2] | lanes[3];
    looks = lanes[4] | lanes[5] | lanes[6] | lanes[7];
#endif
    for (; done < count; ++done)
    {
        glyphs |= cells[done].glyph;
        looks |= cells[done].look ^ look;
        text[done] = static_cast<char>(cells[done].glyph);
    }
    return glyphs < 0x80 && looks == 0 && (look & 0xFF) == 1;
}

} // namespace venomx::pane
