// Real processes on real terminals: how a child finds itself.
#include "SpawnRoom.h"

#include <cppunit/extensions/HelperMacros.h>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

namespace venomx::tests
{

class LaunchTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(LaunchTest);
    CPPUNIT_TEST(aChildIsAlone);
    CPPUNIT_TEST(signalsAreDefault);
    CPPUNIT_TEST(originalsAreRestored);
    CPPUNIT_TEST(theTerminalHasItsSize);
    CPPUNIT_TEST(theDirectoryIsResolved);
    CPPUNIT_TEST(theEnvironmentIsBuilt);
    CPPUNIT_TEST(programAndArgvDiffer);
    CPPUNIT_TEST(aLoginShellWithoutArguments);
    CPPUNIT_TEST(exit127IsASuccess);
    CPPUNIT_TEST(startedMovesByOne);
    CPPUNIT_TEST_SUITE_END();

public:
    std::map<std::string, std::string> probe(SpawnRoom& room, const std::string& more = {}, TerminalSize size = {})
    {
        const std::string file = _folder.path("probe");
        TestLaunch launch = room.launch("{\"argv\":[" + jsonText(probeProgram()) + "," + jsonText(file) + "]" + more + "}", size);
        CPPUNIT_ASSERT_EQUAL(std::string{"started"}, launch.outcome());
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, launch.wait());
        return readProbe(file);
    }

    void aChildIsAlone()
    {
        SpawnRoom room;
        // Not CLOEXEC: the child must be without it all the same.
        const UniqueFd inherited{::open("/dev/null", O_RDONLY)};
        const UniqueFd high{::fcntl(inherited.get(), F_DUPFD, 500)};
        auto seen = probe(room);
        CPPUNIT_ASSERT_EQUAL(std::string{"0 1 2 "}, seen["descriptors"]);
        CPPUNIT_ASSERT_EQUAL(std::string{"1"}, seen["one_terminal"]);
        CPPUNIT_ASSERT_EQUAL(std::string{"1"}, seen["leads"]);
        CPPUNIT_ASSERT_EQUAL(std::string{"1"}, seen["controlling"]);
        CPPUNIT_ASSERT_EQUAL(std::string{"1"}, seen["utf8"]);
    }

    void signalsAreDefault()
    {
        SpawnRoom room;
        struct sigaction ignore
        {
        };
        ignore.sa_handler = SIG_IGN;
        struct sigaction handle
        {
        };
        handle.sa_handler = [](int) {};
        std::array<struct sigaction, 4> before{};
        ::sigaction(SIGPIPE, &ignore, &before[0]);
        ::sigaction(SIGHUP, &ignore, &before[1]);
        ::sigaction(SIGRTMIN + 3, &ignore, &before[2]);
        ::sigaction(SIGUSR1, &handle, &before[3]);
        auto seen = probe(room);
        ::sigaction(SIGPIPE, &before[0], nullptr);
        ::sigaction(SIGHUP, &before[1], nullptr);
        ::sigaction(SIGRTMIN + 3, &before[2], nullptr);
        ::sigaction(SIGUSR1, &before[3], nullptr);
        CPPUNIT_ASSERT_EQUAL(std::string{"0"}, seen["signals_not_default"]);
        CPPUNIT_ASSERT_EQUAL(std::string{"0"}, seen["signals_blocked"]);
    }

    void originalsAreRestored()
    {
        rlimit files{};
        ::getrlimit(RLIMIT_NOFILE, &files);
        files.rlim_cur = 64;
        const rlimit core{.rlim_cur = 0, .rlim_max = 0};
        SpawnRoom room{
            {.original = {.environment = {"PATH=/bin"}, .umask = 0027, .limits = {{RLIMIT_NOFILE, files}, {RLIMIT_CORE, core}}}}};
        const mode_t own = ::umask(077);
        auto seen = probe(room);
        const mode_t after = ::umask(own);
        CPPUNIT_ASSERT_EQUAL(mode_t{077}, after);
        CPPUNIT_ASSERT_EQUAL(std::string{"027"}, seen["umask"]);
        CPPUNIT_ASSERT_EQUAL(std::string{"64"}, seen["files"]);
        CPPUNIT_ASSERT_EQUAL(std::string{"0"}, seen["core"]);
        CPPUNIT_ASSERT_EQUAL(std::string{"0"}, seen["nice"]);
    }

    void theTerminalHasItsSize()
    {
        SpawnRoom room;
        for (int i = 0; i < 300; ++i)
        {
            const TerminalSize size{.cols = 1 + i * 3, .rows = 1000 - i};
            TestLaunch launch = room.launch(R"({"argv":["stty","size"]})", size);
            CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, launch.wait());
            CPPUNIT_ASSERT_EQUAL(std::to_string(size.rows) + ' ' + std::to_string(size.cols) + "\r\n", launch.output());
        }
    }

    void theDirectoryIsResolved()
    {
        SpawnRoom room{{"PATH=/bin", "PWD=/base"}};
        const std::string there = _folder.folder("there");
        std::filesystem::create_symlink(there, _folder.path("link"));
        for (const std::string& given : {there, _folder.path("link"), there + "/../link/."})
        {
            auto seen = probe(room, ",\"cwd\":" + jsonText(given));
            CPPUNIT_ASSERT_EQUAL(there, seen["directory"]);
            CPPUNIT_ASSERT_EQUAL(there, seen["env:PWD"]);
        }
        auto absent = probe(room);
        CPPUNIT_ASSERT_EQUAL(std::filesystem::current_path().string(), absent["directory"]);
        CPPUNIT_ASSERT_EQUAL(std::string{"/base"}, absent["env:PWD"]);
        auto named = probe(room, ",\"cwd\":" + jsonText(there) + R"(,"env":[{"name":"PWD","value":"/elsewhere"}])");
        CPPUNIT_ASSERT_EQUAL(std::string{"/elsewhere"}, named["env:PWD"]);
        auto unset = probe(room, ",\"cwd\":" + jsonText(there) + R"(,"env_unset":["PWD"])");
        CPPUNIT_ASSERT_EQUAL(there, unset["directory"]);
        CPPUNIT_ASSERT(!unset.contains("env:PWD"));
    }

    void theEnvironmentIsBuilt()
    {
        SpawnRoom room{{"PATH=/bin", "BASE=1", "LANG=C", "X_TOKEN=t", "VENOM_PRINCIPAL=g1", "VENOMX_DEBUG=1", "TERM=dumb", "RAW=\xff\xfe"}};
        auto seen = probe(room, R"(,"env":[{"name":"BASE","value":"2"},{"name":"NEW","value":"a b=c"},{"name":"EMPTY","value":""}],)"
                                R"("env_unset":["LANG","ABSENT"])");
        std::map<std::string, std::string> variables;
        for (const auto& [key, value] : seen)
            if (key.starts_with("env:")) variables[key.substr(4)] = value;
        const std::map<std::string, std::string> expected{{"PATH", "/bin"},
                                                          {"BASE", "2"},
                                                          {"NEW", "a b=c"},
                                                          {"EMPTY", ""},
                                                          {"RAW", "\xff\xfe"},
                                                          {"TERM", "xterm-256color"},
                                                          {"VENOMX_TOKEN", "vnt1.venomx.g7." + std::string(43, 's')},
                                                          {"VENOMX_PRINCIPAL", "g7"},
                                                          {"VENOMX_PANE", "p3"},
                                                          {"VENOMX_SOCKET", room.services.daemon.path}};
        CPPUNIT_ASSERT(expected == variables);
    }

    void programAndArgvDiffer()
    {
        SpawnRoom room{{"PATH=/bin"}};
        const std::string file = _folder.path("probe");
        const std::string bin = _folder.folder("bin");
        std::filesystem::copy_file(probeProgram(), bin + "/tool");
        const std::string arguments = R"("argv":["-tool",)" + jsonText(file) + "]";
        for (const std::string& more :
             {R"(,"program":)" + jsonText(bin + "/tool"), R"(,"program":"tool","env":[{"name":"PATH","value":)" + jsonText(bin) + "}]",
              R"(,"program":"./tool","cwd":)" + jsonText(bin)})
        {
            TestLaunch launch = room.launch("{" + arguments + more + "}");
            CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, launch.wait());
            CPPUNIT_ASSERT_EQUAL(std::string{"-tool"}, readProbe(file)["argv0"]);
            std::filesystem::remove(file);
        }
        TestLaunch missing = room.launch("{" + arguments + "}");
        CPPUNIT_ASSERT_EQUAL(std::string{R"(unavailable.spawn {"reason":"not_found"})"}, missing.outcome());
    }

    void aLoginShellWithoutArguments()
    {
        SpawnRoom room;
        TestLaunch launch = room.launch("{}");
        CPPUNIT_ASSERT_EQUAL(std::string{"started"}, launch.outcome());
        const std::string program = spawn::LoginShell::ofThisUser().argv0;
        // A user who may not log in has a shell that ends at once.
        if (!program.ends_with("nologin") && !program.ends_with("false"))
        {
            CPPUNIT_ASSERT(eventually([&] { return readFile("/proc/" + std::to_string(launch.pid()) + "/cmdline") == program + '\0'; }));
            launch.kill(SIGKILL);
            CPPUNIT_ASSERT_EQUAL(std::string{"signal 9"}, launch.wait());
        }
        CPPUNIT_ASSERT_EQUAL(program, room.argv0("{}"));
    }

    void exit127IsASuccess()
    {
        SpawnRoom room;
        TestLaunch launch = room.launch(R"({"argv":["sh","-c","exit 127"]})");
        CPPUNIT_ASSERT_EQUAL(std::string{"started"}, launch.outcome());
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 127"}, launch.wait());
    }

    void startedMovesByOne()
    {
        SpawnRoom room;
        TestLaunch launch = room.launch(R"({"argv":["true"]})");
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, launch.wait());
        CPPUNIT_ASSERT_EQUAL(std::string{"spawn.started=1"}, room.health.moved());
        CPPUNIT_ASSERT(children().empty());
    }

private:
    TempFolder _folder;
};

CPPUNIT_TEST_SUITE_REGISTRATION(LaunchTest);

} // namespace venomx::tests
