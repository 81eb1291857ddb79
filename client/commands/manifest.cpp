#include "client/Json.h"
#include "client/commands/Commands.h"
#include "client/commands/documents.h"

namespace venomx::client
{

/// Programs rely on it, so it is never that of another day: without a daemon there is none.
int runManifest(Cli& cli, const CommandLine& line, Words words)
{
    const DocumentWords read = readDocumentWords(cli, line, words);
    cli.daemon().reach(read.options);
    cli.out().write(toJson(cli.daemon().manifest()->json()) + "\n");
    return 0;
}

} // namespace venomx::client
