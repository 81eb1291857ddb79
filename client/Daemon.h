// The daemon as a command reaches it: a session with it and its manifest, or for help without one the manifest of the installed
// plugins, or else that seen last.
// Owned by Cli; one thread.
#pragma once

#include "client/CommandLine.h"
#include "client/Failure.h"
#include "client/manifest/Manifest.h"
#include "client/manifest/ManifestCache.h"
#include "client/wire/Session.h"
#include "client/wire/Token.h"

#include <functional>
#include <optional>

namespace venomx::client
{

class Daemon
{
public:
    Daemon();

    /// Connects, says hello with the caller's token, and has the manifest. Throws Failure.
    void reach(const Options& options);
    /// As far as help needs it: without a token, and from the installed plugins, or the cache, where no daemon answers. Throws nothing.
    void reachForHelp(const Options& options);

    /// False: no daemon answered, and a manifest that is there comes from elsewhere.
    [[nodiscard]] bool isReached() const { return _session.has_value(); }
    [[nodiscard]] Session& session() { return *_session; }
    /// Why no daemon was reached for help.
    [[nodiscard]] Failure whyNot() const { return *_whyNot; }
    /// Whether the manifest is that of the installed plugins.
    [[nodiscard]] bool isInstalled() const { return _installed; }
    /// Where the token of the call came from; none as long as no daemon was to be reached as the caller.
    [[nodiscard]] TokenSource tokenSource() const { return _tokenSource; }
    /// nullptr: there is none. It stays where it is until the next reach.
    [[nodiscard]] const Manifest* manifest() const { return _manifest ? &*_manifest : nullptr; }

    /// The verb that the line's words name.
    [[nodiscard]] std::optional<VerbView> find(const CommandLine& line) const;
    /// For help: takes the manifest of the installed plugins where it has the command and the daemon's has not. False: it has not.
    [[nodiscard]] bool turnToInstalled(const CommandLine& line);
    /// Where no daemon runs: what is wrong with the line's words, going by the installed plugins. Nothing when they name a verb of those or
    /// of the daemon seen last, or when it is not known what is installed. It takes a process of the daemon's program to find that out.
    [[nodiscard]] std::optional<Failure> wrongWords(const CommandLine& line);
    /// Why there is none: no daemon runs, it has the verb but cannot offer it (which it is asked, unless for help), or the words
    /// are wrong.
    [[nodiscard]] Failure unknown(const CommandLine& line);

private:
    void open(const Options& options, bool asCaller);
    void greet(Connection connection, const std::function<Secret()>& token, const SocketPlace& place);
    void loadManifest();
    void findManifest();
    [[nodiscard]] std::optional<Failure> refusalOf(std::string_view verb);
    [[nodiscard]] Failure misspelt(const CommandLine& line) const;

    ManifestCache _cache;
    std::optional<Session> _session;
    std::optional<Manifest> _manifest;
    std::optional<Failure> _whyNot; ///< there where help was asked for and there is no session
    TokenSource _tokenSource{TokenSource::none};
    bool _installed{false};
    bool _forHelp{false}; ///< then the daemon is asked for nothing but its manifest
};

} // namespace venomx::client
