#include "client/commands/Commands.h"
#include "client/commands/DaemonProgram.h"

namespace venomx::client
{

/// The daemon's program judges as the daemon would, but no daemon is asked.
int runPluginCheck(Cli&, const CommandLine& line, Words words)
{
    becomeDaemonProgram("plugin-check", line, words);
}

} // namespace venomx::client
