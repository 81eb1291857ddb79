// The last bytes that a pane's program wrote, as it wrote them, for readers of raw output. Grows in steps to its bound and then
// goes round; a silent pane costs nothing. Guarded by its console's lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace venomx::pane
{

class OutputRing
{
public:
    static constexpr std::size_t kCapacity = std::size_t{256} * 1024;

    void append(std::span<const char> bytes);

    /// Offset of the oldest byte kept, and of the one that comes next.
    [[nodiscard]] std::uint64_t oldest() const { return _next - _size; }
    [[nodiscard]] std::uint64_t next() const { return _next; }
    /// At most `most` bytes from `offset` on, which is one that is kept or the next.
    [[nodiscard]] std::string copy(std::uint64_t offset, std::size_t most) const;

private:
    void put(std::span<const char> bytes);
    void grow(std::size_t wanted);

    std::vector<char> _bytes; ///< the byte of offset o stands at o % _bytes.size()
    std::size_t _size{0};
    std::uint64_t _next{0};
};

} // namespace venomx::pane
