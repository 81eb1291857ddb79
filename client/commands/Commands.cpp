#include "client/commands/Commands.h"

#include <algorithm>
#include <array>
#include <string>

namespace venomx::client
{
namespace
{

constexpr std::string_view kServeHelp{"Usage:\n"
                                      "  venomx serve [--socket PATH] [--config FILE] [--plugins DIR] [-D KEY=VALUE ...]\n"
                                      "\n"
                                      "--plugins DIR looks for plugins there: the same as -D plugins.dir=DIR.\n"
                                      "Runs in the foreground until SIGTERM or SIGINT. $VENOMX_SOCKET is not used.\n"
                                      "\n"
                                      "Exit status: 0 clean stop, 1 internal, 2 configuration or usage, 5 another daemon is live,\n"
                                      "6 a needed resource is missing.\n"};
constexpr std::string_view kPluginCheckHelp{
    "Usage:\n"
    "  venomx plugin check [--json] [--config FILE] [-D KEY=VALUE ...] FILE\n"
    "\n"
    "Says without a daemon whether one would load FILE beside the plugins that it finds, and why not. The\n"
    "file's code runs in a process that may be lost over it, for 2 seconds at most.\n"
    "\n"
    "Exit status: 0 it loads, 1 it does not, 2 configuration or usage.\n"};
constexpr std::string_view kHelpHelp{"Usage:\n  venomx help [COMMAND [VERB]]\n"};
constexpr std::string_view kVersionHelp{"Usage:\n  venomx version [--json]\n"};
constexpr std::string_view kMcpHelp{
    "Usage:\n"
    "  venomx mcp [--socket PATH] [--token-file PATH | --token @owner] [--budget BYTES] [--toolset full|core]\n"
    "\n"
    "--budget limits the text of a tool's result (16384); what is cut goes on with the result's next.\n"
    "--toolset core offers the few tools that the skill speaks of, in place of one for each verb.\n"
    "\n"
    "For a program that starts it and talks to it over pipes; it ends with its input. Each verb of the\n"
    "daemon is a tool. The caller is whom the token in PATH or in $VENOMX_TOKEN names (@owner: the\n"
    "owner); without one, whom the daemon can prove. Hosts strip the environment, so name the variables in\n"
    "their configuration.\n"};
constexpr std::string_view kMcpConfigHelp{
    "Usage:\n"
    "  venomx mcp config --client HOST [--socket PATH] [--token-file PATH | --token @owner] [--budget BYTES]\n"
    "                    [--toolset full|core]\n"
    "\n"
    "HOST         where its output goes\n"
    "  claude-code     .mcp.json of a project\n"
    "  claude-desktop  claude_desktop_config.json\n"
    "  codex           ~/.codex/config.toml\n"
    "  vscode          .vscode/mcp.json of a project\n"
    "  cursor          .cursor/mcp.json of a project, or ~/.cursor/mcp.json\n"
    "  inspector       a file for --config\n"
    "\n"
    "$VENOMX_SOCKET and $VENOMX_TOKEN are passed on in the host's own form. Claude Desktop and the Inspector\n"
    "have none: there the socket is written out, and <token> is to be replaced by hand. With --token-file PATH\n"
    "the token is read from that file at each start. --budget and --toolset are handed on to venomx mcp.\n"};
constexpr std::string_view kPaneRunHelp{
    "Usage:\n"
    "  venomx pane run --session SESSION [--cwd DIR] [--env NAME=VALUE ...] [--json] -- PROGRAM [ARGUMENT ...]\n"
    "\n"
    "Starts a program in a window of its own, waits for its end, prints what the pane then holds (its\n"
    "screen and scrollback as text), and closes it with all that it has started. It takes the flags of\n"
    "venomx window create. --json prints {pane, status, text, scrollback}. Ctrl-C closes the pane.\n"
    "\n"
    "Of a long output the last lines are kept, as many as the setting pane.scrollback says (10000 by default)\n"
    "and a screen. scrollback tells how many stood above the screen: as many as the setting says, and text\n"
    "may lack its beginning.\n"
    "Nothing is typed into the pane: standard input is not read, and a program that reads waits for it.\n"
    "\n"
    "Exit status: the program's, or 128 and the number of the signal that ended it. What goes wrong before\n"
    "has that of its error, as 3 for no such session. Nothing that the program writes is on standard error:\n"
    "a line there, or with --json an error in place of the status, says that the number is not the program's.\n"};
constexpr std::string_view kDocsHelp{"Usage:\n  venomx docs [--socket PATH] [--json]\n"};
constexpr std::string_view kManHelp{"Usage:\n"
                                    "  venomx man [PAGE]      a page in roff, such as: venomx man pane split | man -l -\n"
                                    "  venomx man --dir DIR   all of them, a file each\n"};
constexpr std::string_view kSkillHelp{"Usage:\n  venomx skill [--socket PATH] [--json]\n"};
constexpr std::string_view kCompletionHelp{
    "Usage:\n"
    "  venomx completion bash|zsh|fish\n"
    "\n"
    "Prints a script for the shell; its first line says where to put it. Commands, verbs, flags and choices\n"
    "come from the daemon that runs or the installed plugins, ids of sessions, windows and panes from the\n"
    "daemon.\n"};
constexpr std::string_view kPluginNewHelp{
    "Usage:\n"
    "  venomx plugin new NAME [--json]\n"
    "\n"
    "Writes a folder NAME with a plugin that builds, its tests and a README. Needs no daemon; the template\n"
    "comes with the package venomx-dev. NAME: a-z, 0-9 and single dashes.\n"};
constexpr std::string_view kConfigHelp{
    "Usage:\n"
    "  venomx config [--socket PATH] [--token @owner | --token-file PATH] [--json]\n"
    "\n"
    "The same as venomx config list: every key, its value, its default and where it came from. It needs a\n"
    "daemon, and the right admin on it. More: venomx config list --help\n"};
constexpr std::string_view kManifestHelp{
    "Usage:\n  venomx manifest [--socket PATH]\n\nIt needs a daemon. The same with its hash: venomx manifest get --json\n"};

constexpr std::array<Command, 14> kCommands{{
    {.name = "serve", .summary = "Run the daemon", .help = kServeHelp, .run = runServe},
    {.name = "plugin check",
     .summary = "Say whether the daemon would load a plugin file, and why not",
     .help = kPluginCheckHelp,
     .run = runPluginCheck},
    {.name = "pane run",
     .summary = "Run a program in a pane of its own, and print what it leaves there",
     .help = kPaneRunHelp,
     .run = runPaneRun,
     .asVerb = true},
    {.name = "help", .summary = "Show help for a command", .help = kHelpHelp, .run = runHelp, .ownHelp = true},
    {.name = "version", .summary = "Show the version of this program", .help = kVersionHelp, .run = runVersion},
    {.name = "mcp config", .summary = "Print the configuration of a host that starts it", .help = kMcpConfigHelp, .run = runMcpConfig},
    {.name = "mcp", .summary = "Serve the Model Context Protocol on standard input and output", .help = kMcpHelp, .run = runMcp},
    {.name = "docs", .summary = "Print the reference of all verbs, in Markdown", .help = kDocsHelp, .run = runDocs},
    {.name = "man", .summary = "Print a manual page, or write all of them", .help = kManHelp, .run = runMan},
    {.name = "skill", .summary = "Print what an agent needs to know", .help = kSkillHelp, .run = runSkill},
    {.name = "completion",
     .summary = "Print a script that completes command lines in a shell",
     .help = kCompletionHelp,
     .run = runCompletion},
    {.name = "plugin new", .summary = "Write the beginnings of a plugin of your own", .help = kPluginNewHelp, .run = runPluginNew},
    {.name = "config", .summary = "Print the configuration in force", .help = kConfigHelp, .run = runConfig, .alone = true},
    {.name = "manifest", .summary = "Print the merged manifest, in JSON", .help = kManifestHelp, .run = runManifest, .alone = true},
}};

/// Whether a word stands where a verb's second word does.
bool hasVerb(const CommandLine& line)
{
    CommandLine copy = line;
    readVerb(copy);
    return !copy.verb.empty();
}

} // namespace

std::string_view Command::second() const
{
    return name.substr(std::min(name.find(' '), name.size() - 1) + 1);
}

std::span<const Command> commands()
{
    return kCommands;
}

std::vector<const Command*> commandsOf(std::string_view family)
{
    std::vector<const Command*> found;
    for (const Command& command : kCommands)
        if (!command.second().empty() && command.name.substr(0, command.name.find(' ')) == family) found.push_back(&command);
    std::ranges::sort(found, {}, &Command::name);
    return found;
}

FoundCommand findCommand(const CommandLine& line)
{
    const Words after = line.afterFamily;
    const std::string both = after.empty() ? std::string{} : std::string{line.family}.append(" ").append(after.front());
    for (const Command& command : kCommands)
    {
        if (command.name == line.family && !(command.alone && hasVerb(line))) return {&command, after};
        if (!both.empty() && command.name == both) return {&command, after.subspan(1)};
    }
    return {};
}

} // namespace venomx::client
