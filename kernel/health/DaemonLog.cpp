#include "kernel/health/DaemonLog.h"

#include <Poco/AutoPtr.h>
#include <Poco/Channel.h>
#include <Poco/FormattingChannel.h>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/health/LogFormat.h"
#include "kernel/health/LogText.h"

namespace venomx::kernel
{
namespace
{

constexpr std::array<std::string_view, 5> kLevels{"error", "warning", "notice", "information", "debug"};

/// One write a line. Poco's console channel goes through a stream and flushes.
class LineChannel final : public Poco::Channel
{
public:
    explicit LineChannel(int fd) : _fd(fd) {}

    void log(const Poco::Message& message) override
    {
        std::string line = message.getText() + '\n';
        std::string_view rest{line};
        while (!rest.empty())
        {
            const ssize_t wrote = ::write(_fd, rest.data(), rest.size());
            if (wrote < 0 && errno == EINTR) continue;
            if (wrote <= 0) return;
            rest.remove_prefix(static_cast<std::size_t>(wrote));
        }
    }

private:
    int _fd;
};

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
    const char* announced = std::getenv("JOURNAL_STREAM");
    struct stat status = {};
    unsigned long long device = 0;
    unsigned long long inode = 0;
    if (announced == nullptr || std::sscanf(announced, "%llu:%llu", &device, &inode) != 2) return false;
    return fstat(fd, &status) == 0 && status.st_dev == device && status.st_ino == inode;
}

} // namespace

struct DaemonLog::State
{
    explicit State(int fd) : line(new LineChannel(fd)), journal(leadsToJournal(fd)) {}

    void shape(bool json)
    {
        Poco::AutoPtr<Poco::Formatter> formatter;
        if (json)
            formatter = new JsonFormatter;
        else if (journal)
            formatter = new JournalFormatter;
        else
            formatter = new TextFormatter;
        const std::lock_guard lock(mutex);
        asJson = json;
        channel = new Poco::FormattingChannel(formatter, line);
    }

    Poco::AutoPtr<LineChannel> line;
    bool journal;
    std::mutex mutex; // guards the two below, and keeps lines whole
    bool asJson{false};
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
    const Poco::Message message("venomx", logText(text), priorityOf(level));
    const std::lock_guard lock(_state->mutex);
    _state->channel->log(message);
}

void DaemonLog::announce(std::string_view text)
{
    Poco::Message message("venomx", logText(text), Poco::Message::PRIO_NOTICE);
    const std::lock_guard lock(_state->mutex);
    if (_state->asJson) return _state->channel->log(message);
    message.setText("venomx: " + message.getText());
    _state->line->log(message);
}

} // namespace venomx::kernel
