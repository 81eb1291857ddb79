#include "client/documents/Skill.h"
#include "client/commands/Commands.h"
#include "client/commands/documents.h"

namespace venomx::client
{

int runSkill(Cli& cli, const CommandLine& line, Words words)
{
    const DocumentWords read = readDocumentWords(cli, line, words);
    printDocument(cli, skillDocument(documentManifest(cli, read.options)));
    return 0;
}

} // namespace venomx::client
