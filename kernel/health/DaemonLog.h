// The daemon's log: levels and shape from the configuration, through a Poco channel to one descriptor (standard error; under
// systemd that is the journal). Text is escaped and cut (LogText.h). A descriptor that cannot be written to, or that nobody reads,
// loses lines, never the daemon's time; how many is the next line that gets through. A system without memory loses lines too: nothing
// is thrown by `write`. Owned by the daemon; any thread.
#pragma once

#include <memory>
#include <venomx/sdk/log.h>
#include <venomx/sdk/settings.h>

namespace venomx::kernel
{

class DaemonLog final : public Log
{
public:
    /// The descriptor stays the caller's. Until `configure`: text from level information on.
    explicit DaemonLog(int fd);
    ~DaemonLog() override;

    /// log.level and log.format; again on reload.
    void configure(const Settings& settings);
    void write(LogLevel level, std::string_view text) override;
    /// Said once, whatever log.level is: `venomx: text` for people; to the journal and in JSON a message of that level.
    void announce(std::string_view text, LogLevel level = LogLevel::notice);

private:
    struct State;
    std::unique_ptr<State> _state;
};

} // namespace venomx::kernel
