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
#include "tests/support/TestFolder.h"

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

FileNumber numberAt(const std::string& path)
{
    struct stat status = {};
    CPPUNIT_ASSERT_EQUAL(0, lstat(path.c_str(), &status));
    return {.device = status.st_dev, .inode = status.st_ino};
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
    CPPUNIT_TEST(whatCouldStandInForTheSocket);
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

    /// The checks of a daemon that listens in a folder of its own, or says so.
    struct Clinic
    {
        const TestFolder folder;
        const Facts facts{folder.path("v.sock")};
        SettingsStore settings{{}};
        HealthRegistry health;
        Registry registry;
        Silence log;
        std::optional<Host> host;
        std::chrono::microseconds worst{100'000};
        std::size_t refused{0};
        CheckRoom room;

        explicit Clinic(std::optional<FileNumber> socket = {})
        {
            settings.declare("kernel", kernelSettings());
            host.emplace(
                Host::Parts{.settings = settings, .health = health, .registry = registry, .log = log, .defaultDirectory = folder.path()});
            open(socket);
        }
        void open(std::optional<FileNumber> socket)
        {
            health.withdraw("kernel");
            registerKernelChecks(
                health.section("kernel"),
                {.host = *host, .info = facts, .socket = socket, .worstTurn = [this] { return worst; }, .refusedReloads = refused});
        }
        [[nodiscard]] std::string look()
        {
            std::string all;
            for (const CheckReport& report : room.look(health))
                all += report.name + ' ' + std::string{toText(report.status)} + ' ' + report.detail + '\n';
            return all;
        }
        /// Of the socket alone, with its summary.
        [[nodiscard]] std::string lookAtSocket()
        {
            for (const CheckReport& report : room.look(health))
                if (report.name == "kernel.socket") return std::string{toText(report.status)} + ' ' + report.summary + ' ' + report.detail;
            return {};
        }
    };

    void filesAndLoop()
    {
        Clinic clinic;
        const TestFolder& folder = clinic.folder;
        const Facts& facts = clinic.facts;
        const auto look = [&] { return clinic.look(); };
        const std::string plugins = "kernel.plugins ok {\"started\":0,\"lost\":{}}\nkernel.configuration ok {\"refused\":0}\n";
        const std::string nothing = R"({"present":false,"kind":false,"owner":false,"mode":false)";
        CPPUNIT_ASSERT_EQUAL(plugins + "kernel.loop ok {\"worst_ms\":100}\nkernel.socket fail " + nothing +
                                 ",\"same\":false,\"folder\":true}\nkernel.owner_file fail " + nothing + "}\n",
                             look());

        const UniqueFd listener = listenAt(facts.socketPath());
        chmod(facts.socketPath().c_str(), 0600);
        clinic.open(numberAt(facts.socketPath()));
        chmod(folder.write("v.sock.owner", "x").c_str(), 0644);
        clinic.worst = std::chrono::microseconds{101'000};
        CPPUNIT_ASSERT_EQUAL(plugins + "kernel.loop warn {\"worst_ms\":101}\n"
                                       "kernel.socket ok {\"present\":true,\"kind\":true,\"owner\":true,\"mode\":true,"
                                       "\"same\":true,\"folder\":true}\n"
                                       "kernel.owner_file fail {\"present\":true,\"kind\":true,\"owner\":true,\"mode\":false}\n",
                             look());
        chmod(folder.path("v.sock.owner").c_str(), 0600);
        CPPUNIT_ASSERT(look().ends_with("kernel.owner_file ok {\"present\":true,\"kind\":true,\"owner\":true,\"mode\":true}\n"));
        std::filesystem::remove(folder.path("v.sock.owner"));
        std::filesystem::create_symlink("/dev/null", folder.path("v.sock.owner"));
        CPPUNIT_ASSERT(look().find("kernel.owner_file fail {\"present\":true,\"kind\":false") != std::string::npos);
        clinic.refused = 2;
        CPPUNIT_ASSERT(look().find("kernel.configuration warn {\"refused\":2}\n") != std::string::npos);
    }

    void whatCouldStandInForTheSocket()
    {
        Clinic clinic;
        const std::string path = clinic.facts.socketPath();
        const std::string folder = clinic.folder.path();
        const UniqueFd ours = listenAt(path);
        chmod(path.c_str(), 0600);
        clinic.open(numberAt(path));
        const std::string good = R"( {"present":true,"kind":true,"owner":true,"mode":true,)";
        const std::string fine = "ok the socket is the daemon's alone" + good + R"("same":true,"folder":true})";
        CPPUNIT_ASSERT_EQUAL(fine, clinic.lookAtSocket());
        for (const mode_t mode : {mode_t{0777}, mode_t{01777}, mode_t{0720}, mode_t{0702}})
        {
            chmod(folder.c_str(), mode);
            CPPUNIT_ASSERT_EQUAL("fail others may put another socket in the place of the daemon's" + good +
                                     R"("same":true,"folder":false})",
                                 clinic.lookAtSocket());
        }
        // What a daemon may start in is good enough later.
        for (const mode_t mode : {mode_t{0755}, mode_t{0700}})
        {
            chmod(folder.c_str(), mode);
            CPPUNIT_ASSERT_EQUAL(fine, clinic.lookAtSocket());
        }
        std::filesystem::rename(path, path + ".away");
        const UniqueFd other = listenAt(path);
        chmod(path.c_str(), 0600);
        CPPUNIT_ASSERT_EQUAL("fail the socket that clients find is not this daemon's" + good + R"("same":false,"folder":true})",
                             clinic.lookAtSocket());
        std::filesystem::rename(path + ".away", path);
        CPPUNIT_ASSERT_EQUAL(fine, clinic.lookAtSocket());
        // The number is not given to another file as long as the socket lives, removed or not.
        std::filesystem::remove(path);
        const UniqueFd third = listenAt(path);
        chmod(path.c_str(), 0600);
        CPPUNIT_ASSERT(clinic.lookAtSocket().starts_with("fail the socket that clients find"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(KernelChecksTest);

} // namespace venomx::kernel::tests
