#include <venomx/sdk/services/clock.h>

#include <array>
#include <cstdio>
#include <ctime>

namespace venomx
{
inline namespace v1
{

std::string rfc3339(std::chrono::system_clock::time_point time)
{
    using namespace std::chrono;
    const auto second = floor<seconds>(time);
    const auto milliseconds = duration_cast<std::chrono::milliseconds>(time - second).count();
    const std::time_t stamp = system_clock::to_time_t(second);
    std::tm parts{};
    gmtime_r(&stamp, &parts);
    std::array<char, 80> text{};
    const int size = std::snprintf(text.data(), text.size(), "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900, parts.tm_mon + 1,
                                   parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, static_cast<int>(milliseconds));
    return {text.data(), static_cast<std::size_t>(size)};
}

} // namespace v1
} // namespace venomx
