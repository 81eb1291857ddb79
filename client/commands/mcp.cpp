#include "client/Misused.h"
#include "client/commands/Commands.h"
#include "client/commands/mcp_settings.h"
#include "client/mcp/Server.h"

#include <csignal>
#include <unistd.h>

namespace venomx::client
{

int runMcp(Cli&, const CommandLine& line, Words words)
{
    mcp::Settings settings{.options = line.leading};
    while (!words.empty())
    {
        const std::size_t taken = takeMcpSetting(words, settings);
        if (taken == 0) throw unexpectedFor(words.front(), "mcp", {"budget", "toolset"});
        words = words.subspan(taken);
    }
    std::signal(SIGPIPE, SIG_IGN);
    return mcp::Server{settings, STDIN_FILENO, STDOUT_FILENO}.run();
}

} // namespace venomx::client
