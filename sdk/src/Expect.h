// Preconditions that hold in every build: a broken one ends the process and names its file and line.
// Any thread. The text goes to standard error and holds nothing but the place in the source.
#pragma once

namespace venomx
{
inline namespace v1
{

[[noreturn]] void preconditionFailed(const char* file, int line) noexcept;

// Builtins, as not every compiler that builds this has std::source_location (clang 14 has not).
inline void expect(bool holds, const char* file = __builtin_FILE(), int line = __builtin_LINE())
{
    if (!holds) [[unlikely]]
        preconditionFailed(file, line);
}

} // namespace v1
} // namespace venomx
