// The host's inside: the plugins that were found and taken in, and the parts of its work, a file each. Control loop only.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>
#include <venomx/sdk/plugin.h>
#include <venomx/sdk/services/loop.h>

#include "kernel/plugins/Digests.h"
#include "kernel/plugins/Discovery.h"
#include "kernel/plugins/Host.h"

namespace venomx::kernel
{

struct Host::State
{
    /// Where a record's plugin is loaded from.
    struct Origin
    {
        std::string path;
        std::string identity;
        std::optional<SealedCopy> copy{};
        bool loaded{false};  ///< its library is in this process, whatever became of the plugin
        bool changed{false}; ///< and its file is another one by now
        bool gone{false};    ///< no folder holds its file any more
    };
    /// A plugin that was made. It stays until the daemon ends, also when it failed: calls may still refer to it.
    struct Taken
    {
        std::size_t record; // of `records`
        std::unique_ptr<Plugin> plugin;
        bool running{false};
    };

    explicit State(Parts given);

    // HostFinding.cpp
    void find();
    void look();
    [[nodiscard]] std::vector<std::size_t> order();
    [[nodiscard]] std::optional<Refused> unwanted(const std::string& plugin) const;
    void refuse(PluginRecord& record, const Refused& why, PluginState state = PluginState::refused);

    // HostLoading.cpp
    [[nodiscard]] std::vector<Suspect> suspects(const std::vector<std::size_t>& wanted) const;
    void take(std::size_t record, Verdict verdict);
    void nameAbsent();
    [[nodiscard]] bool wasTaken(const std::string& plugin) const;

    // HostStarting.cpp
    void start(Taken& started);
    void stop(Taken& stopped);
    void publish(Literal kind, const PluginRecord& record);
    [[nodiscard]] std::shared_ptr<void> guardStart(const PluginRecord& record) const;
    [[nodiscard]] std::function<void()> startHangs(const PluginRecord& record) const;
    [[nodiscard]] std::chrono::milliseconds setting(std::string_view key) const;

    // HostReloading.cpp
    void configureAgain();
    void dropUnwanted();
    void bringInWanted();
    void forgetTrials();

    Parts parts;
    ServiceRegistry services;
    PluginContext context;
    std::vector<PluginRecord> records; // while one is without a reason it may still be taken in
    std::vector<Origin> origins;       // of the records, in their order
    std::vector<Taken> taken;          // in start order
    bool otherDigests{false};          // the list of digests is another one than when that was last told

private:
    void add(Candidate candidate);
    void fill(std::size_t record, Candidate candidate);
    void nameMissing();
    void forgetGone();
    void lookAt(Candidate candidate);
    [[nodiscard]] std::vector<Candidate> candidates();
    [[nodiscard]] const Ending* leftOut(const Candidate& candidate);
    [[nodiscard]] std::vector<std::string> folders() const;
    void warnOfMissingFolder(std::string_view key, const std::string& folder) const;
    [[nodiscard]] std::string missing(const std::string& key, const std::string& plugin) const;
    [[nodiscard]] std::optional<Refused> unmet(const PluginRecord& record) const;
    [[nodiscard]] std::optional<Refused> takeIn(PluginRecord& record, Plugin& plugin);
    void offerServices(const PluginRecord& record, Plugin& plugin);
    [[nodiscard]] std::set<std::size_t> staying() const;
    void drop(Taken& dropped, const std::optional<Refused>& why);
    void forgive();
    void finishTrials();
    void bringIn(std::size_t record, Verdict verdict);

    std::optional<Digests> _digests;             // as last read
    std::map<std::string, std::string> _leftOut; // the identities of their files, by plugin
    std::set<std::string> _declared;             // plugins whose settings are known
    std::unique_ptr<ProbeRun> _trials;
    std::vector<std::size_t> _tried; // of the records
    int _watched{-1};                // the trials' descriptor, while the loop watches it
    EventLoop::TimerId _patience{EventLoop::TimerId::none};
    bool _again{false}; // what is wanted has changed since the trials began
};

} // namespace venomx::kernel
