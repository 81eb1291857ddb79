#include "kernel/health/LogFormat.h"

#include <venomx/sdk/json_writer.h>
#include <venomx/sdk/services/clock.h>

namespace venomx::kernel
{
namespace
{

std::string_view levelName(Poco::Message::Priority priority)
{
    switch (priority)
    {
    case Poco::Message::PRIO_ERROR:
        return "error";
    case Poco::Message::PRIO_WARNING:
        return "warning";
    case Poco::Message::PRIO_NOTICE:
        return "notice";
    case Poco::Message::PRIO_INFORMATION:
        return "information";
    default:
        return "debug";
    }
}

/// syslog's numbers.
char journalLevel(Poco::Message::Priority priority)
{
    switch (priority)
    {
    case Poco::Message::PRIO_ERROR:
        return '3';
    case Poco::Message::PRIO_WARNING:
        return '4';
    case Poco::Message::PRIO_NOTICE:
        return '5';
    case Poco::Message::PRIO_INFORMATION:
        return '6';
    default:
        return '7';
    }
}

std::string timeOf(const Poco::Message& message)
{
    return rfc3339(std::chrono::system_clock::time_point{std::chrono::microseconds{message.getTime().epochMicroseconds()}});
}

} // namespace

void TextFormatter::format(const Poco::Message& message, std::string& text)
{
    text += timeOf(message);
    text += ' ';
    text += levelName(message.getPriority());
    text += ": ";
    text += message.getText();
}

void JsonFormatter::format(const Poco::Message& message, std::string& text)
{
    JsonWriter(text)
        .beginObject()
        .field("at", std::string_view{timeOf(message)})
        .field("level", levelName(message.getPriority()))
        .field("text", std::string_view{message.getText()})
        .endObject();
}

void JournalFormatter::format(const Poco::Message& message, std::string& text)
{
    text += '<';
    text += journalLevel(message.getPriority());
    text += '>';
    if (_inner)
        _inner->format(message, text);
    else
        text += message.getText();
}

} // namespace venomx::kernel
