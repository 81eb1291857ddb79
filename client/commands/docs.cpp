#include "client/commands/Commands.h"
#include "client/commands/documents.h"
#include "client/documents/Reference.h"

namespace venomx::client
{

int runDocs(Cli& cli, const CommandLine& line, Words words)
{
    const DocumentWords read = readDocumentWords(cli, line, words);
    printDocument(cli, referenceDocument(documentManifest(cli, read.options)));
    return 0;
}

} // namespace venomx::client
