// Looks for a canary in all readable memory of the test's own process, freed memory too.
// The canary exists nowhere but masked until `fill` writes it, so a hit is a copy that somebody left. One thread.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define VENOMX_CAN_SCAN 0 ///< a sanitizer maps more shadow than can be read, and keeps freed memory on purpose
#else
#define VENOMX_CAN_SCAN 1
#endif

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace venomx::test
{

class MemoryScan
{
public:
    static constexpr std::size_t kLength = 24;

    /// Each scan has a canary of its own, of letters that JSON writes as they are.
    MemoryScan();

    /// Writes the canary over and over into `bytes`.
    void fill(std::span<char> bytes) const;
    /// How many copies of the canary's first or last 16 bytes there are.
    [[nodiscard]] std::size_t hits() const;

private:
    [[nodiscard]] std::size_t hitsIn(std::span<const char> bytes, std::size_t from) const;
    [[nodiscard]] bool matches(const char* at, std::size_t from) const;

    std::array<std::uint8_t, kLength> _masked{};
};

} // namespace venomx::test
