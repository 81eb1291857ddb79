#include "client/Daemon.h"

#include "client/Concat.h"
#include "client/Environment.h"
#include "client/Installation.h"
#include "client/Misused.h"
#include "client/Suggest.h"
#include "client/commands/Commands.h"
#include "client/wire/SocketPath.h"

#include <algorithm>
#include <unistd.h>
#include <vector>

namespace venomx::client
{
namespace
{

/// The manifest's name for words as they are typed; empty when no verb could be typed so.
std::string verbName(std::string_view family, std::string_view verb)
{
    std::string name{family};
    if (!verb.empty()) name.append(".").append(verb);
    if (name.find('_') != std::string::npos) return {};
    std::ranges::replace(name, '-', '_');
    return name;
}

/// The second words that a family has, as they are typed.
std::vector<std::string> verbsOf(const Manifest& manifest, std::string_view family)
{
    std::vector<std::string> verbs;
    for (const VerbView& verb : manifest.verbs())
    {
        const std::string command = verb.command();
        if (command.starts_with(std::string{family} + " ")) verbs.push_back(command.substr(family.size() + 1));
    }
    return verbs;
}

/// Those, and what the program adds to them.
std::vector<std::string> secondWords(const Manifest& manifest, std::string_view family)
{
    std::vector<std::string> words = verbsOf(manifest, family);
    for (const Command* command : commandsOf(family)) words.emplace_back(command->second());
    std::ranges::sort(words);
    return words;
}

std::vector<std::string> firstWords(const Manifest& manifest)
{
    std::vector<std::string> words;
    for (const VerbView& verb : manifest.verbs())
        if (std::string family = kebab(verb.family()); words.empty() || words.back() != family) words.push_back(std::move(family));
    for (const Command& command : commands()) words.emplace_back(command.name.substr(0, command.name.find(' ')));
    return words;
}

} // namespace

Daemon::Daemon() : _cache(ManifestCache::directoryFor(environmentVariable("XDG_CACHE_HOME"), environmentVariable("HOME"))) {}

void Daemon::reach(const Options& options)
{
    _forHelp = false;
    open(options, true);
    loadManifest();
}

void Daemon::reachForHelp(const Options& options)
{
    _forHelp = true;
    try
    {
        open(options, false);
        loadManifest();
    }
    catch (const Failure& failure)
    {
        _session.reset();
        _whyNot = failure;
        findManifest();
    }
}

void Daemon::findManifest()
{
    if (const std::optional<std::string> text = installedManifest()) _manifest = Manifest::read(*text);
    _installed = _manifest.has_value();
    if (_installed) return;
    if (const std::optional<std::string> text = _cache.newest()) _manifest = Manifest::read(*text);
}

void Daemon::open(const Options& options, bool asCaller)
{
    const SocketPlace place =
        socketPlace(options.socket, environmentVariable("VENOMX_SOCKET"), environmentVariable("XDG_RUNTIME_DIR"), ::getuid());
    Connection connection = Connection::open(place);
    const std::string_view variable = environmentVariable("VENOMX_TOKEN");
    _tokenSource = asCaller ? client::tokenSource(options, variable) : TokenSource::none;
    if (asCaller)
        greet(
            std::move(connection), [&] { return readToken(options, variable, place); }, place);
    else
        _session.emplace(std::move(connection), Secret{});
}

/// A daemon that died left its owner's token behind, and the one that takes its place at its first client has another.
void Daemon::greet(Connection connection, const std::function<Secret()>& token, const SocketPlace& place)
{
    const Secret shown = token();
    try
    {
        _session.emplace(std::move(connection), Secret{shown.expose()});
    }
    catch (const Failure& failure)
    {
        const bool owner = _tokenSource == TokenSource::ownerOption || _tokenSource == TokenSource::ownerVariable;
        if (!owner || failure.code() != "denied.token") throw;
        Secret renewed = token();
        if (renewed.expose() == shown.expose()) throw;
        _session.emplace(Connection::open(place), std::move(renewed));
    }
}

void Daemon::loadManifest()
{
    const std::string& hash = _session->manifestHash();
    if (const std::optional<std::string> text = _cache.load(hash)) _manifest = Manifest::read(*text);
    if (_manifest && _manifest->hash() == hash) return;
    const Frame answer = _session->call("manifest.get", "{}");
    _manifest = Manifest::read(answer.raw);
    if (!_manifest) throw Failure("protocol.answer", "the daemon's manifest is not understood");
    _cache.store(_manifest->hash(), answer.raw);
}

std::optional<VerbView> Daemon::find(const CommandLine& line) const
{
    return _manifest ? _manifest->find(verbName(line.family, line.verb)) : std::nullopt;
}

bool Daemon::turnToInstalled(const CommandLine& line)
{
    const std::string name = verbName(line.family, line.verb);
    if (_installed || name.empty()) return false;
    const std::optional<std::string> text = installedManifest();
    std::optional<Manifest> installed = text ? Manifest::read(*text) : std::nullopt;
    if (!installed) return false;
    const bool isFamily = line.verb.empty() && !verbsOf(*installed, line.family).empty();
    if (!isFamily && !installed->find(name)) return false;
    _manifest = std::move(installed);
    _installed = true;
    return true;
}

std::optional<Failure> Daemon::wrongWords(const CommandLine& line)
{
    if (const std::optional<std::string> text = _cache.newest()) _manifest = Manifest::read(*text);
    if (find(line)) return std::nullopt;
    findManifest();
    if (!_installed || find(line)) return std::nullopt;
    return misspelt(line);
}

Failure Daemon::unknown(const CommandLine& line)
{
    // The manifest of another day is no ground to call a command wrong.
    if (!_session && !_installed) return *_whyNot;
    if (!_forHelp)
        if (std::optional<Failure> refusal = refusalOf(verbName(line.family, line.verb))) return *refusal;
    return misspelt(line);
}

Failure Daemon::misspelt(const CommandLine& line) const
{
    const std::string seeAll{"see: venomx --help"};
    const std::string family{line.family};
    const std::vector<std::string> verbs = secondWords(*_manifest, family);
    if (verbs.empty() && _manifest->find(verbName(family, {}))) return unexpectedFor(line.verb, family);
    if (verbs.empty())
    {
        if (!isName(family)) return Failure::usage("unknown command", seeAll);
        return Failure::usage("unknown command " + family + didYouMean(family, firstWords(*_manifest)), seeAll);
    }
    const std::string see = "see: venomx " + family + " --help";
    if (line.verb.empty()) return Failure::usage(family + " needs a verb: " + listed(verbs), see);
    if (!isName(line.verb)) return Failure::usage("unknown verb of " + family, see);
    return Failure::usage("unknown verb " + line.text() + didYouMean(line.verb, verbs, family + " "), see);
}

/// Asks with a parameter that no verb may have, so that nothing can run.
std::optional<Failure> Daemon::refusalOf(std::string_view verb)
{
    if (verb.empty() || verb.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.") != std::string_view::npos) return std::nullopt;
    try
    {
        static_cast<void>(_session->call(verb, "{\"json\":true}"));
    }
    catch (const Failure& failure)
    {
        if (failure.code() == "unavailable.verb") return failure;
    }
    return std::nullopt;
}

} // namespace venomx::client
