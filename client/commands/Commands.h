// The commands that are not the daemon's verbs: what the program does itself, without a daemon or before there is one.
// The table is fixed; a command's function is in the file named for it. One thread.
#pragma once

#include "client/CommandLine.h"

#include <span>
#include <string_view>
#include <vector>

namespace venomx::client
{

class Cli;

struct Command
{
    std::string_view name; ///< one word, or two with a blank between
    std::string_view summary;
    std::string_view help; ///< after the summary: usage and flags
    /// Gives the exit status; throws Failure. `words` follow the command's name.
    int (*run)(Cli& cli, const CommandLine& line, Words words);
    bool ownHelp{false}; ///< `--help` among its words is the function's business
    bool alone{false};   ///< a family of verbs has the name too: with a second word it is that. It needs a daemon, as they do
    bool asVerb{false};  ///< made of verbs: it needs a daemon, and stands among the verbs of its first word

    /// "run" of "pane run"; empty: it has one word.
    [[nodiscard]] std::string_view second() const;
};

[[nodiscard]] std::span<const Command> commands();
/// Those of two words whose first is `family`, by name.
[[nodiscard]] std::vector<const Command*> commandsOf(std::string_view family);

struct FoundCommand
{
    const Command* command{nullptr};
    Words words; ///< what follows its name
};

/// The command that the line begins with; `command` is nullptr when it is none of ours.
[[nodiscard]] FoundCommand findCommand(const CommandLine& line);

int runServe(Cli& cli, const CommandLine& line, Words words);
int runPluginCheck(Cli& cli, const CommandLine& line, Words words);
int runHelp(Cli& cli, const CommandLine& line, Words words);
int runVersion(Cli& cli, const CommandLine& line, Words words);
int runMcpConfig(Cli& cli, const CommandLine& line, Words words);
int runMcp(Cli& cli, const CommandLine& line, Words words);
int runCompletion(Cli& cli, const CommandLine& line, Words words);
int runDocs(Cli& cli, const CommandLine& line, Words words);
int runMan(Cli& cli, const CommandLine& line, Words words);
int runSkill(Cli& cli, const CommandLine& line, Words words);
int runPaneRun(Cli& cli, const CommandLine& line, Words words);
int runPluginNew(Cli& cli, const CommandLine& line, Words words);
int runConfig(Cli& cli, const CommandLine& line, Words words);
int runManifest(Cli& cli, const CommandLine& line, Words words);

} // namespace venomx::client
