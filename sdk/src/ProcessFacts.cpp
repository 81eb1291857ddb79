#include <venomx/sdk/process_facts.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <venomx/sdk/unique_fd.h>

namespace venomx
{
inline namespace v1
{
namespace
{

template <class Number>
bool takeNumber(std::string_view& text, Number& number)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

bool skipNumbers(std::string_view& text, int count)
{
    for (int i = 0; i < count; ++i)
    {
        std::int64_t small = 0;
        std::uint64_t large = 0;
        if (!takeNumber(text, small) && !takeNumber(text, large)) return false;
    }
    return true;
}

} // namespace

std::optional<ProcessFacts> parseStat(std::string_view stat)
{
    const std::size_t nameEnd = stat.rfind(')');
    if (nameEnd == std::string_view::npos || stat.size() < nameEnd + 4) return std::nullopt;
    ProcessFacts facts;
    facts.state = stat[nameEnd + 2];
    std::string_view rest = stat.substr(nameEnd + 3);

    std::uint32_t terminal = 0;
    if (!takeNumber(rest, facts.parent) || !takeNumber(rest, facts.group) || !takeNumber(rest, facts.session) ||
        !takeNumber(rest, terminal))
        return std::nullopt;
    facts.terminal = terminal;
    constexpr int kFromTpgidToItrealvalue = 14;
    constexpr int kFromVsizeToEnvStart = 28;
    if (!skipNumbers(rest, kFromTpgidToItrealvalue) || !takeNumber(rest, facts.started)) return std::nullopt;
    std::uint64_t environmentEnd = 0;
    facts.executing = skipNumbers(rest, kFromVsizeToEnvStart) && takeNumber(rest, environmentEnd) && environmentEnd == 0;
    return facts;
}

std::optional<ProcessFacts> processFacts(pid_t pid)
{
    const std::string path = "/proc/" + std::to_string(pid) + "/stat";
    const UniqueFd file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    return file ? readProcessFacts(file.get()) : std::nullopt;
}

std::optional<ProcessFacts> readProcessFacts(int statFile)
{
    std::array<char, 2048> text; // longer than any; the kernel gives all of it in one read
    ssize_t count = 0;
    do count = ::read(statFile, text.data(), text.size());
    while (count < 0 && errno == EINTR);
    return count > 0 ? parseStat({text.data(), static_cast<std::size_t>(count)}) : std::nullopt;
}

} // namespace v1
} // namespace venomx
