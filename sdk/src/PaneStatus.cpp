#include <venomx/sdk/services/panes.h>

#include <csignal>
#include <cstring>

namespace venomx
{
inline namespace v1
{

std::string toJson(const PaneStatus& status)
{
    std::string text;
    JsonWriter json(text);
    json.beginObject();
    if (status.signal == 0)
        json.field("code", status.code);
    else
        json.field("signal", std::string_view{signalName(status.signal)}).field("core", status.core);
    json.endObject();
    return text;
}

std::string signalName(int signal)
{
    if (const char* abbreviation = sigabbrev_np(signal)) return std::string{"SIG"} + abbreviation;
    // 32 and 33 belong to the C library and lie below its SIGRTMIN; a process may still end by one.
    const int offset = signal - SIGRTMIN;
    if (offset == 0) return "SIGRTMIN";
    return std::string{"SIGRTMIN"} + (offset > 0 ? "+" : "") + std::to_string(offset);
}

} // namespace v1
} // namespace venomx
