#include "client/Cli.h"
#include "client/commands/Commands.h"

namespace venomx::client
{

/// `venomx config` is `venomx config list`: there is nothing else that it could mean.
int runConfig(Cli& cli, const CommandLine& line, Words)
{
    CommandLine asked = line;
    readVerb(asked);
    asked.verb = "list";
    return cli.runVerb(asked);
}

} // namespace venomx::client
