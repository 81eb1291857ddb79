#include "client/commands/Commands.h"
#include "client/commands/DaemonProgram.h"

namespace venomx::client
{

int runServe(Cli&, const CommandLine& line, Words words)
{
    becomeDaemonProgram("serve", line, words);
}

} // namespace venomx::client
