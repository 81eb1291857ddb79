#include "kernel/health/DaemonLog.h"

#include <Poco/AutoPtr.h>
#include <Poco/FormattingChannel.h>
#include <array>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <new>
#include <string>
#include <sys/stat.h>

#include "kernel/health/LineChannel.h"
#include "kernel/health/LogFormat.h"
#include "kernel/health/LogText.h"
#include "kernel/settings/Environment.h"

namespace venomx::kernel
{
namespace
{

constexpr std::array<std::string_view, 5> kLevels{"error", "warning", "notice", "information", "debug"};

Poco::Message::Priority priorityOf(LogLevel level)
{
    switch (level)
    {
    case LogLevel::error:
        return Poco::Message::PRIO_ERROR;
    case LogLevel::warning:
        return Poco::Message::PRIO_WARNING;
    case LogLevel::notice:
        return Poco::Message::PRIO_NOTICE;
    case LogLevel::information:
        return Poco::Message::PRIO_INFORMATION;
    case LogLevel::debug:
        break;
    }
    return Poco::Message::PRIO_DEBUG;
}

/// Does the service manager say that this very descriptor leads to the journal?
bool leadsToJournal(int fd)
{
    const std::string announced{environmentVariable("JOURNAL_STREAM")};
    struct stat status = {};
    unsigned long long device = 0;
    unsigned long long inode = 0;
    if (std::sscanf(announced.c_str(), "%llu:%llu", &device, &inode) != 2) return false;
    return fstat(fd, &status) == 0 && status.st_dev == device && status.st_ino == inode;
}

} // namespace

struct DaemonLog::State
{
    // NOLINTBEGIN(cppcoreguidelines-owning-memory): AutoPtr takes what is made; from makeAuto, the analyzer sees uses of freed memory
    explicit State(int fd) : line(new LineChannel(fd)), journal(leadsToJournal(fd)) {}

    void shape(bool json)
    {
        Poco::AutoPtr<Poco::Formatter> formatter;
        if (json)
            formatter = new JsonFormatter;
        else if (!journal)
            formatter = new TextFormatter;
        if (journal) formatter = new JournalFormatter(formatter);
        const std::lock_guard lock(mutex);
        plain = !json && !journal;
        channel = new Poco::FormattingChannel(formatter, line);
    }
    // NOLINTEND(cppcoreguidelines-owning-memory)

    /// With the mutex held.
    void say(const Poco::Message& message)
    {
        if (const std::size_t lost = line->takeLost(); lost > 0)
            channel->log(
                {"venomx", "lines of the log that nobody took and that are lost: " + std::to_string(lost), Poco::Message::PRIO_WARNING});
        channel->log(message);
    }

    Poco::AutoPtr<LineChannel> line;
    bool journal;
    std::mutex mutex; // guards the line and the two below
    bool plain{true};
    Poco::AutoPtr<Poco::FormattingChannel> channel;
    std::atomic<LogLevel> level{LogLevel::information};
};

DaemonLog::DaemonLog(int fd) : _state(std::make_unique<State>(fd))
{
    _state->shape(false);
}

DaemonLog::~DaemonLog() = default;

void DaemonLog::configure(const Settings& settings)
{
    const std::string level = settings.text("log.level");
    for (std::size_t i = 0; i < kLevels.size(); ++i)
        if (kLevels[i] == level) _state->level = static_cast<LogLevel>(i);
    _state->shape(settings.text("log.format") == "json");
}

void DaemonLog::write(LogLevel level, std::string_view text)
{
    if (level > _state->level) return;
    try
    {
        const Poco::Message message("venomx", logText(text), priorityOf(level));
        const std::lock_guard lock(_state->mutex);
        _state->say(message);
    }
    catch (const std::bad_alloc&)
    {
        static_cast<void>(text); // one line fewer
    }
}

void DaemonLog::announce(std::string_view text, LogLevel level)
{
    Poco::Message message("venomx", logText(text), priorityOf(level));
    const std::lock_guard lock(_state->mutex);
    if (!_state->plain) return _state->say(message);
    message.setText("venomx: " + message.getText());
    _state->line->log(message);
}

} // namespace venomx::kernel
