#include "kernel/Daemon.h"

#include <csignal>
#include <venomx/sdk/json_writer.h>

#include "kernel/DaemonParts.h"
#include "kernel/PluginFolder.h"
#include "kernel/TemporaryFolder.h"

namespace venomx::kernel
{
namespace
{

constexpr std::chrono::milliseconds kWorkersPatience{1000};
/// Nobody asks any more what they find.
constexpr std::chrono::milliseconds kChecksPatience{100};

} // namespace

Daemon::Daemon(const ServeOptions& options, OriginalState original, UniqueFd inherited)
    : _parts(std::make_unique<Parts>(options, std::move(original), std::move(inherited), pluginFolder()))
{
    Parts& parts = *_parts;
    parts.log.configure(*parts.settings);
    parts.applyLimits();
    parts.loop.onTurnEnd(TurnStage::events, [&parts] { parts.authorities.subscriptions.sendAll([&parts] { parts.listener.flush(); }); });
    parts.loop.onTurnEnd(TurnStage::handOver, [&parts] { parts.audit.handOver(); });
    parts.workers.onSubmit([&parts] { parts.loop.awaitWorkers(); });
    parts.authorities.principals.onRevoked([&parts](PrincipalId principal) { parts.listener.revoke(principal); });
    parts.makeVerbs();
    parts.loadPlugins();
}

Daemon::~Daemon() = default;

std::string Daemon::describe(const ServeOptions& options)
{
    const TemporaryFolder folder;
    ServeOptions own = options;
    own.socket = folder.path() + "/socket";
    own.state = folder.path();
    Parts parts{own, OriginalState{}, UniqueFd{}, pluginFolder()};
    parts.makeVerbs();
    parts.host.load();
    std::string text;
    JsonWriter{text}
        .beginObject()
        .rawField("manifest", parts.manifest.text())
        .field("hash", std::string_view{parts.manifest.hash()})
        .endObject();
    return text;
}

bool Daemon::run()
{
    Parts& parts = *_parts;
    parts.loop.onSignals({SIGTERM, SIGINT, SIGHUP},
                         [&parts](int signal)
                         {
                             if (signal == SIGHUP)
                                 parts.reload();
                             else
                                 parts.shutdown.begin();
                         });
    parts.socket.requirePlace();
    // The token itself goes at once; its digest stays.
    parts.ownerFile.emplace(parts.socket.path() + ".owner", parts.authorities.principals.renewOwner());
    parts.socket.listen();
    parts.serving = true;
    parts.listener.open(parts.socket.fd());
    // For whoever started the daemon by hand; a service manager is told in its own way.
    parts.log.announce("listening on " + parts.socket.path());
    parts.manager.ready();
    parts.loop.run();
    parts.ownerFile.reset();
    parts.socket.remove();
    const bool audited = parts.audit.finish(kAuditPatience);
    const bool checked = parts.checkThreads.finish(kChecksPatience);
    return parts.workers.finish(kWorkersPatience) && checked && audited;
}

} // namespace venomx::kernel
