// The command line from its words to its exit status: finds the command, runs it or asks the daemon, shows what comes of it.
// Made once by main; one thread. `run` throws nothing: each error is shown here, on standard output as JSON or on standard
// error for people.
#pragma once

#include "client/CommandLine.h"
#include "client/Daemon.h"
#include "client/Failure.h"
#include "client/Output.h"
#include "client/help/Help.h"
#include "client/manifest/Manifest.h"
#include "client/render/Render.h"

#include <optional>
#include <string>

namespace venomx::client
{

struct Command;

class Cli
{
public:
    Cli(Output out, Output error) : _out(out), _error(error) {}

    [[nodiscard]] int run(Words words);

    // For the commands of commands/.
    [[nodiscard]] int dispatch(CommandLine line);
    [[nodiscard]] int runVerb(const CommandLine& line);
    void reachFor(const CommandLine& line);
    [[nodiscard]] const Output& out() const { return _out; }
    [[nodiscard]] const Output& error() const { return _error; }
    [[nodiscard]] Daemon& daemon() { return _daemon; }
    [[nodiscard]] bool json() const { return _json; }
    void wantJson() { _json = true; }
    /// Errors are explained by this verb's spec.
    void asksFor(const VerbView& verb) { _verb = verb; }
    /// A request with these parameters failed.
    void failedWith(std::string_view params);

private:
    [[nodiscard]] int runCommand(const Command& command, const CommandLine& line, Words words);
    [[nodiscard]] bool asksForHelp(const CommandLine& line);
    [[nodiscard]] int showHelp(const CommandLine& line);
    [[nodiscard]] bool hasHelp(const CommandLine& line) const;
    [[nodiscard]] std::string helpText(const CommandLine& line);
    [[nodiscard]] std::string helpJson(const CommandLine& line);
    [[nodiscard]] int report(const Failure& failure) const;
    [[nodiscard]] Palette palette() const;
    [[nodiscard]] Page page() const;

    Output _out;
    Output _error;
    bool _json{false};
    bool _shellMeant{false};
    Daemon _daemon;
    std::optional<VerbView> _verb;
};

} // namespace venomx::client
