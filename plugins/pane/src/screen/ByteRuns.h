// The two inner loops of plain text: how long a run of printable ASCII is, and writing it as cells. Sixteen bytes a step with SSE2,
// which every x86-64 has; plain loops elsewhere. Pure functions; any thread.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

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
