#include "client/Cli.h"

#include "client/Denial.h"
#include "client/Environment.h"
#include "client/Json.h"
#include "client/SpawnAdvice.h"
#include "client/VerbCall.h"
#include "client/arguments/Arguments.h"
#include "client/commands/Commands.h"

#include <algorithm>
#include <csignal>
#include <unistd.h>
#include <utility>
#include <venomx/sdk/json_reader.h>

namespace venomx::client
{
namespace
{

/// What a shell reports for a program that a signal ended.
constexpr int kSignalStatus = 128;

} // namespace

int Cli::run(Words words)
{
    _json = asksForJson(words);
    try
    {
        return dispatch(readCommand(words));
    }
    catch (const Failure& failure)
    {
        return report(failure);
    }
    catch (const Interrupted& interrupted)
    {
        return kSignalStatus + interrupted.signal;
    }
    catch (const std::exception&)
    {
        return report(Failure("internal.client", "the command failed"));
    }
}

int Cli::dispatch(CommandLine line)
{
    _json = _json || line.leading.json;
    if (line.version) return runVersion(*this, line, {});
    if (line.family.empty())
    {
        if (!line.options.help) throw Failure::usage("a command is missing", "see: venomx --help");
        _daemon.reachForHelp(line.options);
        return showHelp(line);
    }
    if (const FoundCommand found = findCommand(line); found.command != nullptr) return runCommand(*found.command, line, found.words);
    readVerb(line);
    return runVerb(line);
}

int Cli::runCommand(const Command& command, const CommandLine& line, Words words)
{
    const auto asked = [](std::string_view word) { return word == "--help" || word == "-h"; };
    const auto end = std::ranges::find(words, std::string_view{"--"});
    if (command.ownHelp || !(line.options.help || std::any_of(words.begin(), end, asked))) return command.run(*this, line, words);
    _out.write(_json ? commandHelpJson(command) : commandHelp(command, page()));
    return 0;
}

int Cli::runVerb(const CommandLine& line)
{
    std::signal(SIGPIPE, SIG_IGN);
    if (line.options.help)
    {
        _daemon.reachForHelp(line.options);
        _verb = _daemon.find(line);
        if (asksForHelp(line)) return showHelp(line);
        _verb.reset();
    }
    reachFor(line);
    _verb = _daemon.find(line);
    if (!_verb) throw _daemon.unknown(line);
    StandardInput input{STDIN_FILENO};
    const Arguments arguments = readArguments(*_verb, line.rest, line.leading, input);
    if (!arguments.options.reachSame(line.options)) throw Failure::usage("a flag's value looks like --socket or --token; attach it with =");
    _json = arguments.options.json;
    const VerbCall::Style style{.json = _json, .look = {.palette = palette(), .terminal = _out.terminal()}};
    try
    {
        return VerbCall{_daemon.session(), *_verb, _out, style}.run(arguments.params);
    }
    catch (const Failure&)
    {
        failedWith(arguments.params);
        throw;
    }
}

void Cli::failedWith(std::string_view params)
{
    _shellMeant = asksForAShell(params);
}

/// A word that no daemon of this installation would know is wrong with and without one.
void Cli::reachFor(const CommandLine& line)
{
    try
    {
        _daemon.reach(line.options);
    }
    catch (const NoDaemon&)
    {
        if (std::optional<Failure> wrong = _daemon.wrongWords(line)) throw std::move(*wrong);
        throw;
    }
}

/// False when `--help` turns out to be the value of the flag before it.
bool Cli::asksForHelp(const CommandLine& line)
{
    if (!_verb) return true;
    try
    {
        StandardInput none{-1};
        return readArguments(*_verb, line.rest, line.leading, none).options.help;
    }
    catch (const Failure&)
    {
        return true;
    }
}

bool Cli::hasHelp(const CommandLine& line) const
{
    return line.family.empty() || _verb ||
           (line.verb.empty() && _daemon.manifest() != nullptr && !familyHelp(*_daemon.manifest(), line.family, page()).empty());
}

int Cli::showHelp(const CommandLine& line)
{
    if (!hasHelp(line) && _daemon.isReached() && _daemon.turnToInstalled(line))
    {
        _verb = _daemon.find(line);
        _error.write("venomx: this daemon does not offer it; the help is of the installed plugins\n");
    }
    _out.write(_json ? helpJson(line) : helpText(line));
    return 0;
}

std::string Cli::helpText(const CommandLine& line)
{
    if (line.family.empty()) return topHelp(_daemon.manifest(), page());
    if (_daemon.manifest() == nullptr) throw _daemon.whyNot();
    if (!hasHelp(line)) throw _daemon.unknown(line);
    return _verb ? verbHelp(*_verb, page()) : familyHelp(*_daemon.manifest(), line.family, page());
}

std::string Cli::helpJson(const CommandLine& line)
{
    if (_daemon.manifest() == nullptr) throw _daemon.whyNot();
    if (_verb) return toJson(_verb->json()) + "\n";
    if (!hasHelp(line)) throw _daemon.unknown(line);
    return verbListJson(*_daemon.manifest(), line.family) + "\n";
}

int Cli::report(const Failure& failure) const
{
    // Whoever read has had enough, as `head` has: what a shell sees of a program that ends so.
    if (dynamic_cast<const OutputClosed*>(&failure) != nullptr) return kSignalStatus + SIGPIPE;
    try
    {
        if (_json)
        {
            _out.write("{\"error\":" + failure.json() + "}\n");
            return failure.exitStatus();
        }
        Arena arena;
        JsonReader reader;
        const JsonReader::Outcome outcome = reader.read(failure.json(), arena);
        std::string remedy = denialRemedy(failure.code(), _daemon.tokenSource());
        if (_shellMeant && remedy.empty()) remedy = shellRemedy(failure);
        _error.write(renderError(outcome.value, _verb ? &*_verb : nullptr, remedy));
    }
    catch (const Failure&)
    {
        // Neither the result nor the error can be shown; the exit status still tells.
    }
    return failure.exitStatus();
}

Palette Cli::palette() const
{
    return Palette::forTerminal(_out.terminal(), environmentVariable("NO_COLOR"), environmentVariable("TERM"));
}

Page Cli::page() const
{
    return {.palette = palette(), .columns = static_cast<std::size_t>(std::min(_out.columns(), 120))};
}

} // namespace venomx::client
