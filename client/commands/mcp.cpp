#include "client/Failure.h"
#include "client/commands/Commands.h"
#include "client/mcp/Server.h"

#include <csignal>
#include <unistd.h>

namespace venomx::client
{

int runMcp(Cli&, const CommandLine& line, Words words)
{
    Options options = line.leading;
    while (!words.empty())
    {
        const std::size_t taken = takeOption(words, options);
        if (taken == 0) throw Failure::usage("unexpected word after mcp", "see: venomx mcp --help");
        words = words.subspan(taken);
    }
    std::signal(SIGPIPE, SIG_IGN);
    return mcp::Server{options, STDIN_FILENO, STDOUT_FILENO}.run();
}

} // namespace venomx::client
