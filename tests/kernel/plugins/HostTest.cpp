// The host with real plugin files: what starts, in which order, and that one broken plugin harms no other.
#include <cppunit/extensions/HelperMacros.h>
#include <filesystem>
#include <sys/stat.h>
#include <venomx/sdk/services/loop.h>

#include "kernel/plugins/Host.h"
#include "kernel/settings/KernelSettings.h"
#include "tests/support/TestFolder.h"

namespace venomx::kernel::tests
{
namespace
{

class Lines final : public Log
{
public:
    void write(LogLevel level, std::string_view text) override { (level == LogLevel::notice ? said : complained).emplace_back(text); }
    std::vector<std::string> said;
    std::vector<std::string> complained;
};

class NoLoop final : public Service
{
};

using Names = std::vector<std::string>;

} // namespace

class HostTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(HostTest);
    CPPUNIT_TEST(startsInOrderAndStopsInReverse);
    CPPUNIT_TEST(brokenPluginsHarmNoOther);
    CPPUNIT_TEST(failuresWithdrawAndSpread);
    CPPUNIT_TEST(filesThatAreNoPluginsAreListed);
    CPPUNIT_TEST(theOperatorChooses);
    CPPUNIT_TEST(firstFolderWins);
    CPPUNIT_TEST(settingsReachThePlugin);
    CPPUNIT_TEST(aWrongSettingIsTheOperatorsError);
    CPPUNIT_TEST(whatKeptAnEarlierLifeIsLeftOutUntilItsFileIsAnother);
    CPPUNIT_TEST(probesSpeakBeforeLoading);
    CPPUNIT_TEST_SUITE_END();

    TestFolder _folder;
    NoLoop _loop;
    Lines _log;
    HealthRegistry _health;
    Registry _registry;
    std::unique_ptr<SettingsStore> _settings;
    std::unique_ptr<Host> _host;

    void install(const Names& names, const std::string& into = "") const
    {
        std::filesystem::create_directories(_folder.path("plugins" + into));
        chmod(_folder.path("plugins" + into).c_str(), 0755);
        for (const std::string& name : names)
        {
            const std::string file = _folder.path("plugins" + into + '/' + name + ".so");
            std::filesystem::copy_file(std::string{VENOMX_FIXTURES "/"} + name + ".so", file);
            chmod(file.c_str(), 0644);
        }
    }

    void load(std::vector<std::string> overrides = {}, std::unique_ptr<PluginProbe> probe = {})
    {
        _settings = std::make_unique<SettingsStore>(SettingsSources{.overrides = std::move(overrides)});
        _settings->declare("kernel", kernelSettings());
        Host::Parts parts{
            .settings = *_settings, .health = _health, .registry = _registry, .log = _log, .defaultDirectory = _folder.path("plugins")};
        parts.probe = std::move(probe);
        _host = std::make_unique<Host>(std::move(parts));
        _host->services().offer(Loop::kService, &_loop);
        _host->load();
    }

    void start(std::vector<std::string> overrides = {})
    {
        load(std::move(overrides));
        _host->start();
    }

    /// `name state reason`
    [[nodiscard]] std::string of(std::string_view name) const
    {
        for (const PluginRecord& record : _host->plugins())
            if (record.name == name)
                return std::string{toText(record.state)} + (record.reason.empty() ? "" : ' ' + std::string{record.reason.view()});
        return "not listed";
    }

    [[nodiscard]] bool callable(std::string_view verb) const
    {
        const RegisteredVerb* found = _registry.find(verb);
        return found != nullptr && found->callable();
    }

public:
    void tearDown() override { _host.reset(); }

    void startsInOrderAndStopsInReverse()
    {
        install({"delta", "gamma", "beta", "alpha"});
        start();
        CPPUNIT_ASSERT((_log.said == Names{"alpha starts with 3", "beta starts with 3", "gamma starts with 3", "delta starts with 3"}));
        CPPUNIT_ASSERT(_log.complained.empty());
        for (const char* name : {"alpha", "beta", "gamma", "delta"}) CPPUNIT_ASSERT_EQUAL(std::string{"started"}, of(name));
        CPPUNIT_ASSERT(callable("delta.run"));
        CPPUNIT_ASSERT(_host->services().names() == (std::set<std::string>{"alpha/1", "gamma/1", "loop/1"}));
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, _health.checks().size());
        CPPUNIT_ASSERT(_host->absent().empty());
        CPPUNIT_ASSERT(_settings->finish(_host->absent()).empty());

        _log.said.clear();
        _host->stop();
        CPPUNIT_ASSERT((_log.said == Names{"delta stops", "gamma stops", "beta stops", "alpha stops"}));
        CPPUNIT_ASSERT(!callable("delta.run"));
        CPPUNIT_ASSERT(_host->services().names() == std::set<std::string>{"loop/1"});
        CPPUNIT_ASSERT(_health.checks().empty());
        _host->stop();
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, _log.said.size());
    }

    void brokenPluginsHarmNoOther()
    {
        install({"alpha", "rival", "lonely", "left", "right", "twin", "badspec", "badsetting", "badclass", "classless", "grouper"});
        start();
        CPPUNIT_ASSERT_EQUAL(std::string{"started"}, of("alpha"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused duplicate_service"}, of("rival"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused missing_need"}, of("lonely"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused cycle"}, of("left"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused cycle"}, of("right"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused duplicate_verb"}, of("twin"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused bad_spec"}, of("badspec"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused bad_setting"}, of("badsetting"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused constructor"}, of("badclass"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused manifest"}, of("classless"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused unknown_group"}, of("grouper"));
        CPPUNIT_ASSERT((_log.said == Names{"alpha starts with 3"}));
        CPPUNIT_ASSERT_EQUAL(std::size_t{10}, _log.complained.size());
        CPPUNIT_ASSERT(callable("alpha.run"));
        CPPUNIT_ASSERT_EQUAL(std::string_view{"lonely"}, _registry.absentOwner("lonely.run"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{10}, _host->absent().size());
    }

    void failuresWithdrawAndSpread()
    {
        install({"badconfigure", "badstart", "follower", "badoffer", "badstop", "alpha"});
        start();
        CPPUNIT_ASSERT_EQUAL(std::string{"failed configure"}, of("badconfigure"));
        CPPUNIT_ASSERT_EQUAL(std::string{"failed start"}, of("badstart"));
        CPPUNIT_ASSERT_EQUAL(std::string{"failed missing_need"}, of("follower"));
        CPPUNIT_ASSERT_EQUAL(std::string{"failed offers"}, of("badoffer"));
        CPPUNIT_ASSERT_EQUAL(std::string{"started"}, of("badstop"));
        CPPUNIT_ASSERT_EQUAL(std::string{"started"}, of("alpha"));
        CPPUNIT_ASSERT(_registry.find("badstart.run") != nullptr && !callable("badstart.run"));
        CPPUNIT_ASSERT(_host->services().names() == (std::set<std::string>{"alpha/1", "loop/1"}));
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, _health.checks().size());
        // errno's and exceptions' texts are for the log.
        for (const PluginRecord& record : _host->plugins()) CPPUNIT_ASSERT_EQUAL(std::string::npos, record.sentence.find("gives up"));
        CPPUNIT_ASSERT(_log.complained.at(2).find("start gives up") != std::string::npos);
        _host->stop();
        CPPUNIT_ASSERT_EQUAL(std::string{"plugin badstop: its stop() failed: stop gives up"}, _log.complained.back());
        CPPUNIT_ASSERT_EQUAL(std::string{"alpha stops"}, _log.said.back());
    }

    void filesThatAreNoPluginsAreListed()
    {
        install({"alpha"});
        const auto plugin = [&](const char* name) { return "plugins/" + std::string{name}; };
        chmod(_folder.write(plugin("text.so"), "not a plugin\n").c_str(), 0644);
        chmod(_folder.write(plugin("open.so"), "x").c_str(), 0666);
        std::filesystem::create_symlink(_folder.path(plugin("alpha.so")), _folder.path(plugin("link.so")));
        std::filesystem::copy_file(_folder.path(plugin("alpha.so")), _folder.path(plugin("other.so")));
        std::filesystem::create_directory(_folder.path(plugin("folder.so")));
        _folder.write(plugin("readme.txt"), "ignored");
        start();
        CPPUNIT_ASSERT_EQUAL(std::string{"started"}, of("alpha"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused not_elf"}, of("text"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused mode"}, of("open"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused symlink"}, of("link"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused not_regular"}, of("folder"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{6}, _host->plugins().size());
        const auto other = std::find_if(_host->plugins().begin(), _host->plugins().end(),
                                        [](const PluginRecord& record) { return record.file.ends_with("/other.so"); });
        CPPUNIT_ASSERT_EQUAL(std::string_view{"name"}, other->reason.view());
    }

    void theOperatorChooses()
    {
        install({"alpha", "beta", "gamma", "delta", "badclass"});
        start({"plugins.enabled=alpha,beta,gamma,badclass,ghost", "plugins.disabled=alpha,phantom,badclass,delt",
               "plugins.extra_dirs=/nowhere/plugins"});
        CPPUNIT_ASSERT_EQUAL(std::string{"disabled disabled"}, of("alpha"));
        CPPUNIT_ASSERT_EQUAL(std::string{"disabled disabled"}, of("badclass"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused missing_need"}, of("beta"));
        CPPUNIT_ASSERT_EQUAL(std::string{"disabled not_enabled"}, of("delta"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused not_found"}, of("ghost"));
        CPPUNIT_ASSERT_EQUAL(std::string_view{"alpha"}, _registry.absentOwner("alpha.run"));
        CPPUNIT_ASSERT(std::any_of(_log.complained.begin(), _log.complained.end(),
                                   [](const std::string& line) { return line.starts_with("plugins.disabled names phantom"); }));
        for (const std::string said : {"plugins.disabled names delt, but no plugin folder holds delt.so; did you mean delta?",
                                       "command line: plugins.extra_dirs names /nowhere/plugins, which is no folder that can be seen"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(said, std::ptrdiff_t{1}, std::ranges::count(_log.complained, said));
    }

    void firstFolderWins()
    {
        install({"alpha"});
        install({"alpha", "beta"}, "/more");
        chmod(_folder.path("plugins/more").c_str(), 0755);
        start({"plugins.extra_dirs=" + _folder.path("plugins/more") + ", " + _folder.path("nowhere")});
        CPPUNIT_ASSERT_EQUAL(std::string{"started"}, of("beta"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, _host->plugins().size());
        CPPUNIT_ASSERT(_host->plugins()[0].state == PluginState::started);
        CPPUNIT_ASSERT_EQUAL(std::string_view{"duplicate_name"}, _host->plugins()[1].reason.view());
    }

    void settingsReachThePlugin()
    {
        install({"alpha"});
        const std::string file = _folder.write("conf", "alpha.size = 5\n");
        _settings = std::make_unique<SettingsStore>(SettingsSources{.files = {file}});
        _settings->declare("kernel", kernelSettings());
        _host = std::make_unique<Host>(Host::Parts{
            .settings = *_settings, .health = _health, .registry = _registry, .log = _log, .defaultDirectory = _folder.path("plugins")});
        _host->load();
        _host->start();
        _folder.write("conf", "alpha.size = 6\n");
        CPPUNIT_ASSERT(_settings->reload({}).restart.empty());
        _host->reload();
        CPPUNIT_ASSERT((_log.said == Names{"alpha starts with 5", "alpha configured again with 6"}));
    }

    void aWrongSettingIsTheOperatorsError()
    {
        install({"alpha"});
        CPPUNIT_ASSERT_THROW(load({"alpha.size=10"}), SettingsError);
        _host.reset();
        load({"alpha.syze=1"});
        CPPUNIT_ASSERT_THROW(static_cast<void>(_settings->finish(_host->absent())), SettingsError);
    }

    void whatKeptAnEarlierLifeIsLeftOutUntilItsFileIsAnother()
    {
        install({"alpha", "beta"});
        _settings = std::make_unique<SettingsStore>(SettingsSources{});
        _settings->declare("kernel", kernelSettings());
        Names guarded;
        _host = std::make_unique<Host>(Host::Parts{.settings = *_settings,
                                                   .health = _health,
                                                   .registry = _registry,
                                                   .log = _log,
                                                   .defaultDirectory = _folder.path("plugins"),
                                                   .without = {{"alpha", {Ending::Kind::signal, 11}}, {"ghost", {Ending::Kind::hangs}}},
                                                   .guardStart = [&](const std::string& plugin)
                                                   {
                                                       guarded.push_back(plugin);
                                                       return std::shared_ptr<void>{};
                                                   }});
        _host->load();
        _host->start();
        CPPUNIT_ASSERT_EQUAL(std::string{"failed crashed"}, of("alpha"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused missing_need"}, of("beta"));
        CPPUNIT_ASSERT(guarded.empty());
        const auto again = [&]
        {
            _host->look();
            _host->reload();
        };
        again();
        CPPUNIT_ASSERT_EQUAL(std::string{"failed crashed"}, of("alpha"));
        const std::string file = _folder.path("plugins/alpha.so");
        std::filesystem::rename(file, file + ".old");
        std::filesystem::copy_file(file + ".old", file);
        again();
        CPPUNIT_ASSERT_EQUAL(std::string{"started"}, of("alpha"));
        CPPUNIT_ASSERT_EQUAL(std::string{"started"}, of("beta"));
        CPPUNIT_ASSERT((guarded == Names{"alpha", "alpha", "beta", "beta"}));
    }

    void probesSpeakBeforeLoading()
    {
        class Said final : public ProbeRun
        {
        public:
            int fd() const override { return -1; }
            bool advance() override { return true; }
            std::vector<Verdict> finish() override { return std::move(verdicts); }
            std::vector<Verdict> verdicts;
        };
        class Doubter final : public PluginProbe
        {
        public:
            std::unique_ptr<ProbeRun> start(std::vector<Suspect> suspects) override
            {
                auto run = std::make_unique<Said>();
                for (const Suspect& suspect : suspects)
                {
                    run->verdicts.emplace_back();
                    if (suspect.file.ends_with("/alpha.so")) run->verdicts.back().refused = Refused{"hangs", "it hangs"};
                }
                return run;
            }
            std::vector<std::string> remembered(const Suspect&) override { return {}; }
        };
        install({"alpha", "beta", "twin"});
        load({}, std::make_unique<Doubter>());
        _host->start();
        CPPUNIT_ASSERT_EQUAL(std::string{"refused hangs"}, of("alpha"));
        CPPUNIT_ASSERT_EQUAL(std::string{"refused missing_need"}, of("beta"));
        CPPUNIT_ASSERT_EQUAL(std::string{"started"}, of("twin"));
        CPPUNIT_ASSERT(callable("alpha.run")); // twin's
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(HostTest);

} // namespace venomx::kernel::tests
