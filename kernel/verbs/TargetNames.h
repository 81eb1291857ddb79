// What a request points at, in the one form in which it may be told to others: ids, and nothing else of the request.
// A value of fixed size that refers to nothing; any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <venomx/sdk/ids.h>

namespace venomx::kernel
{

class TargetNames
{
public:
    static constexpr std::size_t kMost = 5;     ///< the four that a spec may authorize, and a principal
    static constexpr std::size_t kLongest = 21; ///< a letter and the digits of 64 bits

    void add(const ResourceId& id);
    /// Ignored unless it has the look of an id, `^[swpg][0-9]+$`, and the length of one.
    void add(std::string_view text);

    [[nodiscard]] std::size_t size() const { return _size; }
    [[nodiscard]] std::string_view operator[](std::size_t index) const { return {_names.at(index).text.data(), _names.at(index).size}; }

private:
    struct Name
    {
        std::array<char, kLongest> text;
        std::uint8_t size;
    };
    void put(std::string_view text);

    std::array<Name, kMost> _names; // set up to _size
    std::uint8_t _size{0};
};

} // namespace venomx::kernel
