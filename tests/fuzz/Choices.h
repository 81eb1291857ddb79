// The bytes of a fuzzed input as a row of choices, so that a few bytes changed are a few choices changed. A view of the input, which
// outlives it; one thread.
#pragma once

#include <cstddef>
#include <string_view>

namespace venomx::fuzz
{

class Choices
{
public:
    explicit Choices(std::string_view bytes) : _bytes(bytes) {}

    [[nodiscard]] bool empty() const { return _bytes.empty(); }
    [[nodiscard]] std::size_t left() const { return _bytes.size(); }
    /// From the range, both ends included; the least when no bytes are left.
    [[nodiscard]] int within(int least, int most)
    {
        const int range = most - least + 1;
        int value = byte();
        if (range > 256) value = value * 256 + byte();
        return least + value % range;
    }
    /// The next bytes as they are, as far as there are any.
    [[nodiscard]] std::string_view take(std::size_t count)
    {
        const std::string_view taken = _bytes.substr(0, count);
        _bytes.remove_prefix(taken.size());
        return taken;
    }
    [[nodiscard]] std::string_view rest() { return take(_bytes.size()); }

private:
    [[nodiscard]] int byte()
    {
        const std::string_view taken = take(1);
        return taken.empty() ? 0 : static_cast<unsigned char>(taken[0]);
    }

    std::string_view _bytes;
};

} // namespace venomx::fuzz
