#include "client/Cli.h"
#include "client/commands/Commands.h"
#include "commit.h"

#include <string>
#include <venomx/sdk/json_writer.h>
#include <venomx/sdk/stamp.h>

namespace venomx::client
{

int runVersion(Cli& cli, const CommandLine&, Words words)
{
    if (asksForJson(words)) cli.wantJson();
    std::string text;
    if (cli.json())
    {
        JsonWriter json{text};
        json.beginObject().field("version", VENOMX_VERSION).field("commit", VENOMX_COMMIT);
        json.field("abi", static_cast<std::int64_t>(VENOMX_ABI))
            .field("toolchain", VENOMX_TOOLCHAIN)
            .field("poco", VENOMX_POCO)
            .endObject();
        text += '\n';
    }
    else
    {
        text = "venomx " VENOMX_VERSION "\n"
               "commit:     " VENOMX_COMMIT "\n"
               "SDK ABI:    " +
               std::to_string(VENOMX_ABI) +
               "\n"
               "toolchain:  " VENOMX_TOOLCHAIN "\n"
               "Poco:       " VENOMX_POCO "\n";
    }
    cli.out().write(text);
    return 0;
}

} // namespace venomx::client
