#include "client/completion/Candidates.h"

#include "client/CommandLine.h"
#include "client/Concat.h"
#include "client/Json.h"
#include "client/commands/Commands.h"
#include "client/completion/Shells.h"
#include "client/mcp/HostConfig.h"

#include <algorithm>
#include <array>
#include <optional>
#include <venomx/sdk/json_reader.h>

namespace venomx::client
{
namespace
{

/// Where the ids of a kind are listed.
struct Source
{
    std::string_view kind;
    std::string_view verb;
    std::string_view list;
    std::string_view about; ///< the member that tells one from the other
};
constexpr std::array<Source, 3> kSources{{{"session", "session.list", "sessions", "name"},
                                          {"window", "window.list", "windows", "name"},
                                          {"pane", "pane.list", "panes", "argv0"}}};

/// The flags that every verb takes, with their values.
constexpr std::array<std::string_view, 5> kReserved{"--json", "--socket", "--token", "--token-file", "--help"};

class Completing
{
public:
    Completing(Daemon& daemon, Words before, std::string_view typed) : _daemon(daemon), _before(before), _typed(typed) {}

    std::vector<Candidate> all()
    {
        if (const auto end = std::ranges::find(_before, "--"); end != _before.end()) return {{std::string{kFiles}, {}}};
        const CommandLine line = reach();
        if (reservedValue()) return std::move(_found);
        if (line.family.empty())
            commandsAndFamilies();
        else if (const FoundCommand found = findCommand(line); found.command != nullptr && !isVerb(line))
            ofCommand(*found.command);
        else
            ofVerb(line);
        return std::move(_found);
    }

private:
    CommandLine reach()
    {
        CommandLine line;
        try
        {
            line = readCommand(_before);
            readVerb(line);
            _daemon.reach(line.options);
        }
        catch (const Failure&)
        {
            _daemon.reachForHelp(line.options);
        }
        return line;
    }

    void add(std::string_view word, std::string_view summary)
    {
        if (word.starts_with(_typed)) _found.push_back({std::string{word}, std::string{summary}});
    }

    bool isVerb(const CommandLine& line) const
    {
        return _daemon.manifest() != nullptr && !line.verb.empty() && _daemon.find(line).has_value();
    }

    /// The value of --socket and its like, if that is what is being typed.
    bool reservedValue()
    {
        const std::string_view last = _before.empty() ? std::string_view{} : _before.back();
        if (last == "--socket" || last == "--token-file" || last == "--config")
            _found.push_back({std::string{kFiles}, {}});
        else if (last == "--token")
            add("@owner", "Act as the owner");
        else
            return false;
        return true;
    }

    void flags(const std::vector<ParamView>& params)
    {
        for (const ParamView& param : params)
        {
            const std::string flag = "--" + param.flag();
            const bool again = param.type().kind() == TypeView::Kind::array;
            if (again || std::ranges::find(_before, flag) == _before.end()) add(flag, param.summary());
        }
        for (const std::string_view flag : kReserved)
            if (std::ranges::find(_before, flag) == _before.end()) add(flag, {});
    }

    void commandsAndFamilies()
    {
        for (const Command& command : commands())
            if (command.second().empty()) add(command.name, command.summary);
        const auto known = [](std::string_view family)
        { return std::ranges::any_of(commands(), [&](const Command& command) { return command.name == family; }); };
        families(known);
        if (_typed.starts_with('-')) flags({});
    }

    void families(bool (*leaveOut)(std::string_view family) = [](std::string_view) { return false; })
    {
        std::string last;
        for (const VerbView& verb : verbs())
        {
            const std::string family = kebab(verb.family());
            if (family == last || leaveOut(family)) continue;
            add(family, verb.command() == family ? verb.summary() : std::string_view{});
            last = family;
        }
    }

    [[nodiscard]] std::vector<VerbView> verbs() const
    {
        return _daemon.manifest() != nullptr ? _daemon.manifest()->verbs() : std::vector<VerbView>{};
    }

    void ofCommand(const Command& command)
    {
        const std::string_view name = command.name;
        if (command.alone && !_typed.starts_with('-')) ofFamily(name);
        if (name == "completion")
            for (const Shell& shell : shells()) add(shell.name, {});
        else if (name == "serve")
            for (const std::string_view flag : {"--socket", "--config", "--plugins", "-D"}) add(flag, {});
        else if (name == "mcp config")
            hosts();
        else if (name == "mcp")
            for (const std::string_view word : {"config", "--budget", "--toolset", "--socket", "--token", "--token-file"}) add(word, {});
        else if (name == "help")
            ofFamily(_before.size() > 1 ? _before[1] : std::string_view{});
        else if (name == "man")
            pages(_before.size() > 1 ? _before[1] : std::string_view{});
        else
            flags({});
    }

    void hosts()
    {
        if (_before.back() == "--toolset")
            for (const std::string_view set : {"full", "core"}) add(set, {});
        else if (_before.back() != "--client")
            for (const std::string_view flag : {"--client", "--budget", "--toolset", "--socket", "--token", "--token-file"}) add(flag, {});
        else
            for (const std::string_view host : mcp::hostNames()) add(host, {});
    }

    /// The second words of a family; of none, the first.
    void ofFamily(std::string_view family)
    {
        if (family.empty()) return commandsAndFamilies();
        for (const Command* command : commandsOf(family)) add(command->second(), command->summary);
        ofVerbs(family);
    }

    /// The words of the manual's pages, which are of verbs alone.
    void pages(std::string_view family)
    {
        if (family.empty()) return families();
        ofVerbs(family);
    }

    void ofVerbs(std::string_view family)
    {
        const std::string before = concat({family, " "});
        for (const VerbView& verb : verbs())
            if (const std::string command = verb.command(); command.starts_with(before))
                add(std::string_view{command}.substr(before.size()), verb.summary());
    }

    void ofVerb(const CommandLine& line)
    {
        const std::optional<VerbView> verb = _daemon.find(line);
        if (line.verb.empty() && !_typed.starts_with('-')) ofFamily(line.family);
        if (!verb) return;
        const std::vector<ParamView> params = verb->params();
        if (const std::optional<ParamView> wanted = valueWanted(params)) return values(*wanted);
        if (line.verb.empty() && !_found.empty()) return;
        flags(params);
        if (!verb->rest().empty()) add("--", verb->rest());
    }

    /// The parameter whose flag stands before the word that is being typed.
    [[nodiscard]] std::optional<ParamView> valueWanted(const std::vector<ParamView>& params) const
    {
        for (const ParamView& param : params)
            if (!_before.empty() && _before.back() == "--" + param.flag() && param.type().kind() != TypeView::Kind::boolean) return param;
        return std::nullopt;
    }

    void values(const ParamView& param)
    {
        const TypeView type = param.type();
        for (const std::string_view choice : type.choices()) add(choice, {});
        const auto* const source = std::ranges::find(kSources, param.name(), &Source::kind);
        if (source != kSources.end()) return ids(*source);
        if (type.kind() == TypeView::Kind::string && type.choices().empty()) _found.push_back({std::string{kFiles}, {}});
    }

    void ids(const Source& source)
    {
        if (!_daemon.isReached() || !_daemon.manifest()->find(source.verb)) return;
        try
        {
            const Frame answer = _daemon.session().call(source.verb, "{}");
            for (const Value& item : itemsAt(answer.content, source.list)) add(textAt(item, source.kind), textAt(item, source.about));
        }
        catch (const Failure&)
        {
            // Who may not look has nothing to choose from.
        }
    }

    Daemon& _daemon;
    Words _before;
    std::string_view _typed;
    std::vector<Candidate> _found;
};

} // namespace

std::vector<Candidate> candidates(Daemon& daemon, Words before, std::string_view typed)
{
    return Completing{daemon, before, typed}.all();
}

} // namespace venomx::client
