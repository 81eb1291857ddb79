#include "client/Cli.h"
#include "client/Environment.h"
#include "client/Failure.h"
#include "client/Misused.h"
#include "client/OwnPlace.h"
#include "client/commands/Commands.h"
#include "client/commands/mcp_settings.h"
#include "client/mcp/HostConfig.h"
#include "client/wire/SocketPath.h"

#include <array>
#include <climits>
#include <optional>
#include <string>
#include <unistd.h>

namespace venomx::client
{
namespace
{

constexpr std::string_view kClient{"--client"};

std::string absolute(std::string_view path)
{
    if (path.starts_with('/')) return std::string{path};
    std::array<char, PATH_MAX> folder;
    if (::getcwd(folder.data(), folder.size()) == nullptr) throw Failure("unavailable.cwd", "the working directory cannot be read");
    return std::string{folder.data()}.append("/").append(path);
}

} // namespace

int runMcpConfig(Cli& cli, const CommandLine& line, Words words)
{
    mcp::Settings server{.options = line.leading};
    std::optional<std::string_view> client;
    while (!words.empty())
    {
        std::size_t taken = takeMcpSetting(words, server);
        if (taken == 0)
            if (const std::optional<std::string_view> name = valueOf(kClient, words, taken)) client = name;
        if (taken == 0) throw unexpectedFor(words.front(), "mcp config", {"client", "budget", "toolset"});
        words = words.subspan(taken);
    }
    const Options& options = server.options;
    const mcp::HostSettings settings{
        .program = ownProgram(),
        .socket = absolute(
            socketPlace(options.socket, environmentVariable("VENOMX_SOCKET"), environmentVariable("XDG_RUNTIME_DIR"), ::getuid()).path),
        .socketGiven = options.socket.has_value(),
        .tokenFile = options.tokenFile ? absolute(*options.tokenFile) : std::string{},
        .ownerToken = options.ownerToken,
        .words = wordsFor(server)};
    const std::optional<std::string> text = client ? mcp::hostConfig(*client, settings) : std::nullopt;
    if (text)
    {
        cli.out().write(*text);
        return 0;
    }
    std::string names;
    for (const std::string_view name : mcp::hostNames()) names.append(names.empty() ? "" : ", ").append(name);
    throw Failure::usage("--client takes one of " + names, "see: venomx mcp config --help");
}

} // namespace venomx::client
