#include "kernel/plugins/Trial.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <venomx/sdk/plugin.h>
#include <venomx/sdk/unique_fd.h>

#include "kernel/plugins/Loader.h"
#include "kernel/plugins/Stamp.h"
#include "kernel/plugins/Verdict.h"
#include "kernel/settings/SettingsStore.h"
#include "kernel/verbs/Registry.h"

namespace venomx::kernel
{
namespace
{

void say(int out, std::string_view text)
{
    while (!text.empty())
    {
        const ssize_t wrote = ::write(out, text.data(), text.size());
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) ::_exit(1);
        text.remove_prefix(static_cast<std::size_t>(wrote));
    }
}

void say(int out, TrialStage stage)
{
    const char letter = static_cast<char>(stage);
    say(out, std::string_view{&letter, 1});
}

std::string nameIn(const std::string& file)
{
    const UniqueFd open{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
    struct stat status = {};
    if (!open || ::fstat(open.get(), &status) != 0) return {};
    const auto read = readStamp(FileBytes(open.get(), static_cast<std::uint64_t>(status.st_size)));
    const auto* stamp = std::get_if<Stamp>(&read);
    return stamp != nullptr ? stamp->name : std::string{};
}

/// As the daemon will take it in, but for what depends on other plugins.
void takeIn(Plugin& plugin, const std::string& name, Verdict& verdict)
{
    SettingsStore settings{SettingsSources{}};
    settings.declare(name, plugin.settings());
    Registry registry;
    registry.describe({.name = name, .version = {}, .summary = {}, .groups = plugin.groups(), .events = plugin.events()});
    const std::vector<Verb> verbs = plugin.verbs();
    for (const Verb& verb : verbs)
        if (verb.spec != nullptr) verdict.verbs.emplace_back(verb.spec->name);
    for (const Verb& verb : verbs)
    {
        try
        {
            registry.add(name, {&verb, 1});
        }
        catch (const RegistryError& wrong)
        {
            if (wrong.reason() != Literal{"unknown_group"}) throw;
        }
    }
}

std::optional<Refused> describe(Plugin& plugin, const std::string& name, Verdict& verdict)
{
    constexpr const char* kFailed = "it failed when this daemon asked what it has";
    try
    {
        takeIn(plugin, name, verdict);
        return {};
    }
    catch (const BadSettingSpec& wrong)
    {
        return Refused{"bad_setting", wrong.what()};
    }
    catch (const RegistryError& wrong)
    {
        return Refused{wrong.reason(), wrong.what()};
    }
    catch (const std::exception& failure)
    {
        return Refused{"exception", kFailed, failure.what()};
    }
    catch (...)
    {
        return Refused{"exception", kFailed, "an exception that is not a std::exception"};
    }
}

} // namespace

void tryPlugin(const std::string& file, int out)
{
    const std::string name = nameIn(file);
    say(out, TrialStage::load);
    const auto loader = classLoader([out] { say(out, TrialStage::construct); });
    auto loaded = loader->load(file);
    Verdict verdict;
    if (auto* refused = std::get_if<Refused>(&loaded))
        verdict.refused = std::move(*refused);
    else
    {
        say(out, TrialStage::describe);
        verdict.refused = describe(*std::get<std::unique_ptr<Plugin>>(loaded), name, verdict);
    }
    say(out, TrialStage::verdict);
    std::string text;
    JsonWriter json(text);
    json.beginObject();
    writeVerdict(json, verdict);
    json.endObject();
    say(out, text);
    ::_exit(0);
}

} // namespace venomx::kernel
