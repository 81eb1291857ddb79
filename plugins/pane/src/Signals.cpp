#include "Signals.h"

#include <charconv>
#include <csignal>
#include <cstring>

namespace venomx::pane
{

namespace
{

/// What stands behind RTMIN+ or RTMAX-.
std::optional<int> distance(std::string_view digits)
{
    int number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool whole = error == std::errc{} && end == digits.data() + digits.size() && digits.front() != '-';
    return whole && number <= SIGRTMAX - SIGRTMIN ? std::optional{number} : std::nullopt;
}

} // namespace

std::optional<int> signalNumber(std::string_view name)
{
    if (name.starts_with("SIG")) name.remove_prefix(3);
    if (name == "RTMIN") return SIGRTMIN;
    if (name == "RTMAX") return SIGRTMAX;
    if (name.size() > 6 && name.starts_with("RTMIN+"))
    {
        const auto more = distance(name.substr(6));
        return more ? std::optional{SIGRTMIN + *more} : std::nullopt;
    }
    if (name.size() > 6 && name.starts_with("RTMAX-"))
    {
        const auto less = distance(name.substr(6));
        return less ? std::optional{SIGRTMAX - *less} : std::nullopt;
    }
    for (int signal = 1; signal < SIGRTMIN; ++signal)
        if (const char* known = ::sigabbrev_np(signal); known != nullptr && name == known) return signal;
    return std::nullopt;
}

} // namespace venomx::pane
