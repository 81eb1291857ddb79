// Which verbs there are, whose they are and whether they run: looked up once for each request.
// Entries are never taken away, since calls under way refer to them; a plugin that stops has its verbs withdrawn.
// Owned by the daemon; control loop only.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>
#include <venomx/sdk/literal.h>
#include <venomx/sdk/verb.h>

#include "kernel/verbs/Schema.h"

namespace venomx::kernel
{

/// What the manifest says of a plugin besides its verbs.
struct PluginInfo
{
    std::string name;
    std::string version;
    std::string summary;
    std::vector<std::string> needs{};
    std::vector<std::string> provides{};
    std::vector<GroupRef> groups{};
    std::span<const std::string_view> events{}; ///< kinds that it publishes
};

struct RegisteredVerb
{
    const VerbSpec* spec;
    std::function<void(Call&)> run;
    std::string_view plugin;
    std::atomic<std::uint64_t>* faults; ///< the plugin's
    Schema schema;
    bool live{true};
    bool denied{false}; ///< the operator withholds it (verbs.denied)

    [[nodiscard]] bool callable() const { return live && !denied; }
    /// Any thread.
    void fault() const { faults->fetch_add(1, std::memory_order_relaxed); }
};

/// A set of verbs that cannot be taken in; nothing of it was.
class RegistryError : public std::runtime_error
{
public:
    RegistryError(Literal reason, const std::string& sentence) : std::runtime_error(sentence), _reason(reason) {}
    [[nodiscard]] Literal reason() const { return _reason; } ///< bad_spec, duplicate_verb, unknown_group

private:
    Literal _reason;
};

class Registry
{
public:
    Registry();
    ~Registry();
    Registry(const Registry&) = delete;
    Registry& operator=(const Registry&) = delete;

    /// Before the plugin's verbs are added; again, it replaces what was said. Throws RegistryError.
    void describe(PluginInfo info);
    /// All of `verbs` or none. A plugin whose verbs were withdrawn may add them again. Throws RegistryError.
    void add(std::string_view plugin, std::span<const Verb> verbs);
    void withdraw(std::string_view plugin);
    /// A plugin that is there but does not run: requests for these verbs (names, or `family.*`) are told so.
    void absent(std::string_view plugin, std::vector<std::string> verbs);
    /// Verbs' names, or `family.*`. Gives back the entries that fit no verb.
    std::vector<std::string> deny(const std::vector<std::string>& patterns);

    /// nullptr when there is no such verb; it may be one that is not callable.
    [[nodiscard]] const RegisteredVerb* find(std::string_view name) const
    {
        const auto found = _verbs.find(name);
        return found == _verbs.end() ? nullptr : found->second.get();
    }
    /// The absent plugin that `name` is of, or empty.
    [[nodiscard]] std::string_view absentOwner(std::string_view name) const;

    /// Exceptions that escaped, calls dropped or answered twice.
    [[nodiscard]] std::uint64_t faults(std::string_view plugin) const;

    /// Plugins that were not withdrawn, in the order described, with their callable verbs in the order added.
    struct Listing
    {
        const PluginInfo* info;
        std::vector<const RegisteredVerb*> verbs;
    };
    [[nodiscard]] std::vector<Listing> listing() const;
    /// Rises whenever a listing may differ from the one before.
    [[nodiscard]] std::uint64_t revision() const { return _revision; }

private:
    struct Owner;
    [[nodiscard]] Owner* owner(std::string_view plugin) const;
    void check(std::string_view plugin, const Verb& verb, std::set<std::string_view>& names) const;

    std::vector<std::unique_ptr<Owner>> _owners;
    std::unordered_map<std::string_view, std::unique_ptr<RegisteredVerb>> _verbs;
    std::map<std::string, std::vector<std::string>, std::less<>> _absent; // by plugin
    std::vector<std::string> _denied;
    std::uint64_t _revision{1};
};

} // namespace venomx::kernel
