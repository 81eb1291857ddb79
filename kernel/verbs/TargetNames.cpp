#include "kernel/verbs/TargetNames.h"

#include <algorithm>
#include <charconv>

namespace venomx::kernel
{

void TargetNames::add(const ResourceId& id)
{
    constexpr std::string_view kLetters = "swp";
    std::array<char, kLongest> text{kLetters[static_cast<std::size_t>(id.kind)]};
    const auto end = std::to_chars(text.data() + 1, text.data() + text.size(), id.number).ptr;
    put({text.data(), static_cast<std::size_t>(end - text.data())});
}

void TargetNames::add(std::string_view text)
{
    constexpr std::string_view kLetters = "swpg";
    constexpr std::string_view kDigits = "0123456789";
    if (text.size() < 2 || text.size() > kLongest || kLetters.find(text.front()) == std::string_view::npos) return;
    if (text.find_first_not_of(kDigits, 1) == std::string_view::npos) put(text);
}

void TargetNames::put(std::string_view text)
{
    if (_size == kMost) return;
    Name& name = _names[_size++];
    std::ranges::copy(text, name.text.begin());
    name.size = static_cast<std::uint8_t>(text.size());
}

} // namespace venomx::kernel
