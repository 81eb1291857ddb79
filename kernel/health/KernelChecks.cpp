#include "kernel/health/KernelChecks.h"

#include <algorithm>
#include <set>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <venomx/sdk/json_writer.h>

#include "kernel/health/PluginWord.h"
#include "kernel/wire/SocketPath.h"

namespace venomx::kernel
{
namespace
{

constexpr std::chrono::milliseconds kSlowTurn{100};

bool lost(const PluginRecord& record)
{
    return record.state == PluginState::refused || record.state == PluginState::failed;
}

/// Services that are not there because the operator disabled a plugin: its own, and those of plugins that need them.
std::set<std::string> disabledServices(std::span<const PluginRecord> plugins)
{
    std::set<std::string> services;
    const auto isOne = [&](const std::string& service) { return services.contains(service); };
    for (std::size_t before = ~std::size_t{0}; before != services.size();)
    {
        before = services.size();
        for (const PluginRecord& record : plugins)
            if (record.state == PluginState::disabled || (lost(record) && std::ranges::any_of(record.needs, isOne)))
                services.insert(record.provides.begin(), record.provides.end());
    }
    return services;
}

CheckResult checkLoop(std::chrono::microseconds worst)
{
    CheckResult result{HealthStatus::ok, "the control loop keeps up", {}, {}};
    if (worst > kSlowTurn)
    {
        result.status = HealthStatus::warn;
        result.summary = "the control loop was held up for more than 100 ms since the last look";
        result.hint = "look for a plugin that does slow work on the control loop, or for an overloaded machine";
    }
    JsonWriter(result.detail)
        .beginObject()
        .field("worst_ms", static_cast<std::int64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(worst).count()))
        .endObject();
    return result;
}

/// What is in force was good when it was read; what the files say by now is known only from a reload.
CheckResult checkConfiguration(std::size_t refused)
{
    CheckResult result{HealthStatus::ok, "the configuration read last was taken over", {}, {}};
    if (refused != 0)
    {
        result.status = HealthStatus::warn;
        result.summary = "the last reload was refused: the configuration before it is in force";
        result.hint = "the log says where the mistake is; mend it and reload again";
    }
    JsonWriter(result.detail).beginObject().field("refused", static_cast<std::int64_t>(refused)).endObject();
    return result;
}

/// A file that is to be the daemon's user's, of its kind, and closed to all others.
struct PrivateFile
{
    bool present;
    bool kind;
    bool owner;
    bool mode;
    FileNumber number{};

    PrivateFile(const std::string& path, mode_t expected)
    {
        struct stat status = {};
        present = lstat(path.c_str(), &status) == 0;
        kind = present && (status.st_mode & S_IFMT) == expected;
        owner = present && status.st_uid == geteuid();
        mode = present && (status.st_mode & 07777U) == 0600U;
        number = {.device = status.st_dev, .inode = status.st_ino};
    }
    [[nodiscard]] bool good() const { return present && kind && owner && mode; }
    void write(JsonWriter& json) const { json.field("present", present).field("kind", kind).field("owner", owner).field("mode", mode); }
};

CheckResult checkOwnerFile(const std::string& path)
{
    const PrivateFile file{path, S_IFREG};
    CheckResult result{HealthStatus::ok, "the owner's token file is private", {}, {}};
    if (!file.good())
    {
        result.status = HealthStatus::fail;
        result.summary = "the owner's token file is missing, or has a wrong owner or mode";
        result.hint = "treat the owner's token as known to others; restart the daemon";
    }
    JsonWriter json(result.detail);
    file.write(json.beginObject());
    json.endObject();
    return result;
}

/// Is the socket that clients find the daemon's own, and can nobody else put another there? The folder is held to what it must be at
/// the daemon's start.
CheckResult checkSocket(const std::string& path, const std::optional<FileNumber>& ours)
{
    const PrivateFile file{path, S_IFSOCK};
    const bool same = file.present && file.number == ours;
    const bool folder = faultOfSocketFolder(path) == FolderFault::none;
    CheckResult result{HealthStatus::fail,
                       "the socket is missing, or has a wrong owner or mode",
                       {},
                       "something changed it after the start; restart the daemon"};
    if (file.good() && !same)
    {
        result.summary = "the socket that clients find is not this daemon's";
        result.hint = "another one took its place; restart the daemon, and see who else listens there";
    }
    else if (file.good() && !folder)
    {
        result.summary = "others may put another socket in the place of the daemon's";
        result.hint = "give the socket's folder to the daemon's user alone";
    }
    else if (file.good())
        result = {HealthStatus::ok, "the socket is the daemon's alone", {}, {}};
    JsonWriter json(result.detail);
    file.write(json.beginObject());
    json.field("same", same).field("folder", folder).endObject();
    return result;
}

} // namespace

CheckResult checkPlugins(std::span<const PluginRecord> plugins)
{
    const std::set<std::string> disabled = disabledServices(plugins);
    const auto isDisabled = [&](const std::string& service) { return disabled.contains(service); };
    const auto excused = [&](const PluginRecord& record)
    { return record.reason == Literal{"missing_need"} && std::ranges::any_of(record.needs, isDisabled); };
    const auto broken = [&](const PluginRecord& record) { return lost(record) && !excused(record); };

    CheckResult result{HealthStatus::ok, "all enabled plugins run", {}, {}};
    if (std::ranges::any_of(plugins, broken))
    {
        result.status = HealthStatus::fail;
        result.summary = "an enabled plugin did not load or start";
        result.hint = "venomx plugin list says why; the log says more";
    }
    else if (std::ranges::any_of(plugins, lost))
    {
        result.status = HealthStatus::warn;
        result.summary = "a plugin is disabled that another one needs";
        result.hint = "enable it, or disable the one that needs it";
    }
    const auto started = std::ranges::count(plugins, PluginState::started, &PluginRecord::state);
    JsonWriter json(result.detail);
    json.beginObject().field("started", static_cast<std::int64_t>(started)).key("lost").beginObject();
    // Several files may go by one name, and it may be there once: the first one's reason stands for them.
    std::set<std::string> named;
    for (const PluginRecord& record : plugins)
        if (lost(record) && named.insert(pluginWord(record)).second) json.field(pluginWord(record), record.reason);
    json.endObject().endObject();
    return result;
}

void registerKernelChecks(Health& health, CheckedParts parts)
{
    health.check({"kernel.plugins", [&host = parts.host] { return checkPlugins(host.plugins()); }, CheckOn::loop});
    health.check({"kernel.configuration", [&refused = parts.refusedReloads] { return checkConfiguration(refused); }, CheckOn::loop});
    health.check({"kernel.loop", [worst = parts.worstTurn] { return checkLoop(worst()); }, CheckOn::loop});
    const std::string& socket = parts.info.socketPath();
    health.check({"kernel.socket", [socket, file = parts.socket] { return checkSocket(socket, file); }});
    health.check({"kernel.owner_file", [file = socket + ".owner"] { return checkOwnerFile(file); }});
}

} // namespace venomx::kernel
