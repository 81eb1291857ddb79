// The daemon's log as plugins see it. Text is escaped (control bytes as \xNN) and cut at 4,096 bytes on its way out.
// Never hand it anything of a request's parameters. Any thread.
#pragma once

#include <cstdint>
#include <string_view>

namespace venomx
{
inline namespace v1
{

enum class LogLevel : std::uint8_t
{
    error,
    warning,
    notice,
    information,
    debug
};

class Log
{
public:
    virtual ~Log();
    virtual void write(LogLevel level, std::string_view text) = 0;

    void error(std::string_view text) { write(LogLevel::error, text); }
    void warning(std::string_view text) { write(LogLevel::warning, text); }
    void notice(std::string_view text) { write(LogLevel::notice, text); }
    void information(std::string_view text) { write(LogLevel::information, text); }
    void debug(std::string_view text) { write(LogLevel::debug, text); }
};

} // namespace v1
} // namespace venomx
