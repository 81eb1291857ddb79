#include "kernel/plugins/Ending.h"

#include <array>
#include <charconv>
#include <cstring>

namespace venomx::kernel
{
namespace
{

constexpr std::array<std::string_view, 3> kWords{"=hangs", "=signal-", "=status-"};

constexpr char digit(int number)
{
    return static_cast<char>('0' + number % 10);
}

} // namespace

void writeEnding(Ending ending, char* into) noexcept
{
    const std::string_view word = kWords[static_cast<std::size_t>(ending.kind)];
    std::memcpy(into, word.data(), word.size());
    into += word.size();
    if (ending.kind != Ending::Kind::hangs)
        for (const int unit : {100, 10, 1}) *into++ = digit((ending.number & 0xFF) / unit);
    *into = '\0';
}

std::optional<std::pair<std::string, Ending>> readEnding(std::string_view word)
{
    const std::size_t equals = word.rfind('=');
    if (equals == 0 || equals == std::string_view::npos) return {};
    const std::string_view told = word.substr(equals);
    for (std::size_t kind = 0; kind < kWords.size(); ++kind)
    {
        if (!told.starts_with(kWords[kind])) continue;
        Ending ending{static_cast<Ending::Kind>(kind)};
        const std::string_view digits = told.substr(kWords[kind].size());
        const auto [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), ending.number);
        const bool whole = wrong == std::errc{} && end == digits.data() + digits.size();
        if (ending.kind == Ending::Kind::hangs ? digits.empty() : whole) return std::pair{std::string{word.substr(0, equals)}, ending};
    }
    return {};
}

Refused leftOutFor(Ending ending)
{
    if (ending.kind == Ending::Kind::hangs)
        return {"hangs", "it had not started when the limit of this daemon (plugins.start_ms) was over, so the daemon started again "
                         "without it"};
    const bool signal = ending.kind == Ending::Kind::signal;
    return {signal ? Literal{"crashed"} : Literal{"exited"},
            "while it was started, it ended this daemon's process, " + std::string{signal ? "by signal " : "with status "} +
                std::to_string(ending.number) + ", so the daemon started again without it"};
}

} // namespace venomx::kernel
