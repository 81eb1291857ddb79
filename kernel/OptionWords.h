// The words of a command line one after the other; an option's value is behind `=` in its own word (a short option's directly behind
// it), or the next word. A value on the stack of its reader; throws StartError of usage.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace venomx::kernel
{

class OptionWords
{
public:
    explicit OptionWords(std::span<const char* const> words) : _words(words) {}

    [[nodiscard]] bool next();
    [[nodiscard]] std::string_view word() const { return _word; }

    /// Of the word at hand, if it is that option.
    [[nodiscard]] std::optional<std::string> valueOf(std::string_view option);
    /// Likewise, and never empty, as an unset variable in a script would give it: what stands for nothing would be ignored.
    [[nodiscard]] std::optional<std::string> pathOf(std::string_view option);
    /// `-D key=value`.
    [[nodiscard]] std::optional<std::string> setting();

private:
    std::span<const char* const> _words;
    std::size_t _at{0};
    std::string_view _word;
};

} // namespace venomx::kernel
