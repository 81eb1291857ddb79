#include "client/commands/DaemonProgram.h"

#include "client/Failure.h"
#include "client/OwnPlace.h"

#include <string>
#include <unistd.h>
#include <vector>

namespace venomx::client
{

void becomeDaemonProgram(std::string_view command, const CommandLine& line, Words words)
{
    std::vector<std::string> texts{daemonProgram(), std::string{command}};
    texts.insert(texts.end(), line.before.begin(), line.before.end());
    texts.insert(texts.end(), words.begin(), words.end());
    std::vector<char*> arguments;
    arguments.reserve(texts.size() + 1);
    for (std::string& text : texts) arguments.push_back(text.data());
    arguments.push_back(nullptr);
    ::execv(texts.front().c_str(), arguments.data());
    throw Failure("unavailable.program", "the daemon's program is not where it belongs", "expected ../lib/venomx/venomxd beside venomx");
}

} // namespace venomx::client
