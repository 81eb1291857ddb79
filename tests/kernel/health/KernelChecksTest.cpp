// The kernel's own checks: plugins, the loop, and the files beside the socket.
#include <cppunit/extensions/HelperMacros.h>
#include <filesystem>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <venomx/sdk/unique_fd.h>

#include "kernel/health/KernelChecks.h"
#include "kernel/settings/KernelSettings.h"
#include "tests/kernel/health/CheckRoom.h"
#include "tests/kernel/settings/Folder.h"

namespace venomx::kernel::tests
{
namespace
{

class Facts final : public DaemonInfo
{
public:
    explicit Facts(std::string path) : _path(std::move(path)) {}
    [[nodiscard]] const OriginalState& original() const override { return _original; }
    [[nodiscard]] const std::string& socketPath() const override { return _path; }
    [[nodiscard]] const std::string& boot() const override { return _word; }
    [[nodiscard]] const std::string& version() const override { return _word; }
    [[nodiscard]] std::chrono::system_clock::time_point started() const override { return {}; }
    [[nodiscard]] bool stopping() const override { return false; }
    void onStop(std::function<void()>) override {}

private:
    OriginalState _original;
    std::string _path;
    std::string _word{"x"};
};

class Silence final : public Log
{
public:
    void write(LogLevel, std::string_view) override {}
};

PluginRecord record(const char* name, PluginState state, Literal reason = {}, std::vector<std::string> provides = {},
                    std::vector<std::string> needs = {})
{
    PluginRecord made;
    made.name = name;
    made.state = state;
    made.reason = reason;
    made.provides = std::move(provides);
    made.needs = std::move(needs);
    return made;
}

std::string shown(const std::vector<PluginRecord>& plugins)
{
    const CheckResult result = checkPlugins(plugins);
    return std::string{toText(result.status)} + ' ' + result.detail;
}

UniqueFd listenAt(const std::string& path)
{
    UniqueFd made(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    CPPUNIT_ASSERT(path.size() < sizeof address.sun_path);
    path.copy(address.sun_path, path.size());
    CPPUNIT_ASSERT_EQUAL(0, bind(made.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address));
    return made;
}

} // namespace

class KernelChecksTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(KernelChecksTest);
    CPPUNIT_TEST(pluginsThatRun);
    CPPUNIT_TEST(lostPluginsFail);
    CPPUNIT_TEST(whatTheOperatorDisabledWarns);
    CPPUNIT_TEST(namesThatArePathsAreNotShown);
    CPPUNIT_TEST(filesAndLoop);
    CPPUNIT_TEST_SUITE_END();

public:
    void pluginsThatRun()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"started":0,"lost":{}})"}, shown({}));
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"(ok {"started":1,"lost":{}})"},
            shown({record("spawn", PluginState::started), record("pane", PluginState::disabled, "disabled", {"panes/1"})}));
    }

    void lostPluginsFail()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{R"(fail {"started":0,"lost":{"spawn":"abi","pane":"missing_need"}})"},
                             shown({record("spawn", PluginState::refused, "abi", {"spawner/1"}),
                                    record("pane", PluginState::refused, "missing_need", {"panes/1"}, {"spawner/1"})}));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(fail {"started":0,"lost":{"spawn":"start"}})"},
                             shown({record("spawn", PluginState::failed, "start")}));
    }

    void whatTheOperatorDisabledWarns()
    {
        std::vector<PluginRecord> plugins{record("window", PluginState::refused, "missing_need", {"layout/1"}, {"panes/1"}),
                                          record("pane", PluginState::refused, "missing_need", {"panes/1"}, {"spawner/1"}),
                                          record("spawn", PluginState::disabled, "disabled", {"spawner/1"})};
        CPPUNIT_ASSERT_EQUAL(std::string{R"(warn {"started":0,"lost":{"window":"missing_need","pane":"missing_need"}})"}, shown(plugins));
        plugins.push_back(record("other", PluginState::refused, "mode"));
        CPPUNIT_ASSERT(shown(plugins).starts_with("fail "));
    }

    void namesThatArePathsAreNotShown()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{R"(fail {"started":0,"lost":{"unnamed":"mode","pane":"abi"}})"},
                             shown({record("/a", PluginState::refused, "mode"), record("pane", PluginState::refused, "abi"),
                                    record("/b", PluginState::refused, "not_elf"), record("pane", PluginState::refused, "symlink")}));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(fail {"started":0,"lost":{"unnamed":"not_elf"}})"},
                             shown({record("My Secret Project", PluginState::refused, "not_elf")}));
    }

    void filesAndLoop()
    {
        const Folder folder;
        const Facts facts(folder.path("v.sock"));
        SettingsStore settings({});
        settings.declare("kernel", kernelSettings());
        HealthRegistry health;
        Registry registry;
        Silence log;
        const Host host({.settings = settings, .health = health, .registry = registry, .log = log, .defaultDirectory = folder.path()});
        std::chrono::microseconds worst{100'000};
        registerKernelChecks(health.section("kernel"), {.host = host, .info = facts, .worstTurn = [&] { return worst; }});
        CheckRoom room;
        const auto look = [&]
        {
            std::string all;
            for (const CheckReport& report : room.look(health))
                all += report.name + ' ' + std::string{toText(report.status)} + ' ' + report.detail + '\n';
            return all;
        };
        const std::string plugins = "kernel.plugins ok {\"started\":0,\"lost\":{}}\n";
        const std::string nothing = R"({"present":false,"kind":false,"owner":false,"mode":false})";
        CPPUNIT_ASSERT_EQUAL(plugins + "kernel.loop ok {\"worst_ms\":100}\nkernel.socket fail " + nothing + "\nkernel.owner_file fail " +
                                 nothing + "\n",
                             look());

        const UniqueFd listener = listenAt(facts.socketPath());
        chmod(facts.socketPath().c_str(), 0600);
        chmod(folder.write("v.sock.owner", "x").c_str(), 0644);
        worst = std::chrono::microseconds{101'000};
        CPPUNIT_ASSERT_EQUAL(plugins + "kernel.loop warn {\"worst_ms\":101}\n"
                                       "kernel.socket ok {\"present\":true,\"kind\":true,\"owner\":true,\"mode\":true}\n"
                                       "kernel.owner_file fail {\"present\":true,\"kind\":true,\"owner\":true,\"mode\":false}\n",
                             look());
        chmod(folder.path("v.sock.owner").c_str(), 0600);
        CPPUNIT_ASSERT(look().ends_with("kernel.owner_file ok {\"present\":true,\"kind\":true,\"owner\":true,\"mode\":true}\n"));
        std::filesystem::remove(folder.path("v.sock.owner"));
        std::filesystem::create_symlink("/dev/null", folder.path("v.sock.owner"));
        CPPUNIT_ASSERT(look().find("kernel.owner_file fail {\"present\":true,\"kind\":false") != std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(KernelChecksTest);

} // namespace venomx::kernel::tests
