#include "kernel/PluginCheck.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>
#include <venomx/sdk/json_writer.h>

#include "kernel/plugins/Discovery.h"
#include "kernel/plugins/KernelServices.h"
#include "kernel/plugins/Order.h"
#include "kernel/plugins/Probe.h"
#include "kernel/settings/KernelSettings.h"
#include "kernel/settings/SettingsStore.h"

namespace venomx::kernel
{
namespace
{

bool among(const std::vector<std::string>& words, const std::string& word)
{
    return std::ranges::find(words, word) != words.end();
}

Suspect suspect(const Candidate& candidate)
{
    return {candidate.file, candidate.copy ? candidate.copy->path() : candidate.file, candidate.identity};
}

class Check
{
public:
    Check(const CheckOptions& options, const std::string& pluginFolder) : _settings(standardSources(options.config, options.overrides))
    {
        _settings.declare("kernel", kernelSettings());
        _digests = Digests::configured(_settings, geteuid());
        const Judging judging{.daemon = geteuid(), .own = ownBuild(), .digests = _digests ? &*_digests : nullptr};
        findOthers(pluginFolder, judging);
        std::set<std::string> names;
        for (const Candidate& other : _others) names.insert(other.file.substr(other.file.rfind('/') + 1));
        _candidate = judgeCandidate(options.file, judging, names);
        std::erase_if(_others, [this](const Candidate& other) { return other.name == _candidate.name || other.file == _candidate.file; });
    }

    void run()
    {
        _why = _candidate.refused;
        if (!_why) _why = tried();
        if (!_why) _why = unfit();
        if (!_why) _why = doubled();
    }

    [[nodiscard]] bool loads() const { return !_why; }

    [[nodiscard]] std::string json() const
    {
        std::string text;
        JsonWriter json(text);
        json.beginObject().field("file", std::string_view{_candidate.file}).field("loads", loads());
        json.field("name", std::string_view{_candidate.name});
        if (const auto& stamp = _candidate.stamp)
        {
            json.field("version", std::string_view{stamp->version}).field("summary", std::string_view{stamp->summary});
            json.field("abi", static_cast<std::int64_t>(stamp->abi)).field("toolchain", std::string_view{stamp->toolchain});
            writeWords(json, "provides", stamp->provides);
            writeWords(json, "needs", stamp->needs);
        }
        writeWords(json, "verbs", _verbs);
        if (_candidate.copy) json.field("digest", std::string_view{_candidate.copy->digest});
        if (_why) json.field("reason", _why->reason).field("message", std::string_view{_why->sentence});
        if (_why && !_why->detail.empty()) json.field("detail", std::string_view{_why->detail});
        json.endObject();
        return text + '\n';
    }

    [[nodiscard]] std::string text() const
    {
        std::string text = _candidate.file + (_why ? ": does not load: " + std::string{_why->reason.view()} : ": loads") + '\n';
        if (_why) text += "  " + _why->sentence + (_why->detail.empty() ? "" : ": " + _why->detail) + '\n';
        if (const auto& stamp = _candidate.stamp; stamp && !stamp->name.empty())
        {
            text += "  " + stamp->name + ' ' + stamp->version + ": " + stamp->summary + '\n';
            text += line("verbs", _verbs) + line("provides", stamp->provides) + line("needs", stamp->needs);
        }
        return text;
    }

private:
    static void writeWords(JsonWriter& json, std::string_view name, const std::vector<std::string>& words)
    {
        json.key(name).beginArray();
        for (const std::string& word : words) json.value(std::string_view{word});
        json.endArray();
    }

    static std::string line(const char* name, const std::vector<std::string>& words)
    {
        if (words.empty()) return {};
        std::string text = "  " + std::string{name} + ':';
        for (const std::string& word : words) text += ' ' + word;
        return text + '\n';
    }

    /// What the daemon would find beside it and not leave out.
    void findOthers(const std::string& pluginFolder, const Judging& judging)
    {
        const std::string configured = _settings.text("plugins.dir");
        std::vector<std::string> folders{configured.empty() ? pluginFolder : configured};
        for (const std::string& extra : _settings.list("plugins.extra_dirs")) folders.push_back(extra);
        const auto enabled = _settings.list("plugins.enabled");
        const auto disabled = _settings.list("plugins.disabled");
        for (Candidate& other : discover(folders, judging))
        {
            const bool wanted = !among(disabled, other.name) && (enabled.empty() || among(enabled, other.name));
            if (wanted && !other.refused) _others.push_back(std::move(other));
        }
    }

    std::optional<Refused> tried()
    {
        auto verdicts = processProbe("/proc/self/exe", VerdictCache())->probe({suspect(_candidate)});
        _verbs = std::move(verdicts.front().verbs);
        return std::move(verdicts.front().refused);
    }

    /// Needs that nobody meets, services that another one has.
    [[nodiscard]] std::optional<Refused> unfit() const
    {
        std::vector<Node> nodes{{_candidate.name, _candidate.stamp->provides, _candidate.stamp->needs}};
        for (const Candidate& other : _others) nodes.push_back({other.name, other.stamp->provides, other.stamp->needs});
        std::set<std::string> given;
        for (const ServiceName& name : kKernelServices) given.insert(name.str());
        const StartOrder order = startOrder(std::move(nodes), given, {});
        const auto found = order.refused.find(_candidate.name);
        return found == order.refused.end() ? std::nullopt : std::optional{found->second};
    }

    [[nodiscard]] std::optional<Refused> doubled() const
    {
        std::vector<Suspect> suspects;
        for (const Candidate& other : _others) suspects.push_back(suspect(other));
        if (suspects.empty()) return {};
        const auto verdicts = processProbe("/proc/self/exe", VerdictCache())->probe(std::move(suspects));
        for (std::size_t i = 0; i < verdicts.size(); ++i)
            for (const std::string& verb : verdicts[i].verbs)
                if (among(_verbs, verb)) return Refused{"duplicate_verb", "verb " + verb + " is already provided by " + _others[i].name};
        return {};
    }

    SettingsStore _settings;
    std::optional<Digests> _digests;
    std::vector<Candidate> _others;
    Candidate _candidate;
    std::vector<std::string> _verbs;
    std::optional<Refused> _why;
};

} // namespace

int checkPlugin(const CheckOptions& options, const std::string& pluginFolder)
{
    Check check(options, pluginFolder);
    check.run();
    std::fputs((options.json ? check.json() : check.text()).c_str(), stdout);
    return check.loads() ? 0 : 1;
}

} // namespace venomx::kernel
