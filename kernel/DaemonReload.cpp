#include "kernel/DaemonParts.h"
#include "kernel/OperatorLimits.h"
#include "kernel/audit/AuditLimits.h"
#include "kernel/settings/SettingsError.h"

namespace venomx::kernel
{
namespace
{

std::string sentence(const std::vector<std::string>& changed)
{
    if (changed.empty()) return "configuration taken over: nothing has changed";
    std::string text = "configuration taken over:";
    for (const std::string& key : changed) text.append(&key == &changed.front() ? " " : ", ").append(key);
    return text;
}

} // namespace

void Daemon::Parts::applyLimits()
{
    const OperatorLimits limits = OperatorLimits::from(*settings);
    listener.limit(limits.wire);
    authorities.principals.limit(limits.principals);
    authorities.principals.grantUnknown(limits.unknown);
    const AuditLimits audited = AuditLimits::from(*settings);
    audit.limit(audited.required, audited.queue);
    auditFile->limit(audited.file);
    peers.ownerFromPanes(limits.ownerFromPanes);
}

void Daemon::Parts::reload()
{
    const ServiceManager::Reloading told{manager};
    try
    {
        host.look();
        SettingsStore::Reloaded reloaded = settings->reload(host.absent());
        refusedReloads = 0;
        log.configure(*settings);
        applyLimits();
        host.reload();
        deny();
        for (const std::string& key : reloaded.restart) log.warning("this takes a restart: " + key);
        if (host.tellOtherDigests()) reloaded.changed.emplace_back("plugins.digests (what its file lists)");
        log.notice(sentence(reloaded.changed));
    }
    catch (const SettingsError& error)
    {
        ++refusedReloads;
        log.error(std::string{"configuration not taken over: "} + error.what());
    }
}

} // namespace venomx::kernel
