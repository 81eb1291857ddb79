#include "client/Cli.h"
#include "client/commands/Commands.h"

namespace venomx::client
{

/// `venomx help pane split` is `venomx pane split --help`.
int runHelp(Cli& cli, const CommandLine& line, Words words)
{
    CommandLine asked = readCommand(words);
    asked.leading.json |= line.options.json;
    asked.leading.help = true;
    if (!asked.leading.socket) asked.leading.socket = line.options.socket;
    asked.options = asked.leading;
    return cli.dispatch(asked);
}

} // namespace venomx::client
