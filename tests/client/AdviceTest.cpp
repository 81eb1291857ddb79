// What the program says to whoever is stuck: help of verbs that the daemon does not offer, wrong words, no daemon, a denial.
#include "AgainstDaemon.h"

#include <cppunit/extensions/HelperMacros.h>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <tuple>
#include <unistd.h>
#include <venomx/sdk/unique_fd.h>

namespace venomx::client::test
{

class AdviceTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(AdviceTest);
    CPPUNIT_TEST(helpSendsNothing);
    CPPUNIT_TEST(helpOfTheInstalledPlugins);
    CPPUNIT_TEST(configIsItsList);
    CPPUNIT_TEST(wrongUseOfItsOwnCommands);
    CPPUNIT_TEST(theirOwnCommandsStandAmongTheVerbs);
    CPPUNIT_TEST(aDaemonIsStartedWhereItWasLookedFor);
    CPPUNIT_TEST(wrongWordsAreWrongWithoutADaemon);
    CPPUNIT_TEST(aDaemonThatCannotBeReachedIsTold);
    CPPUNIT_TEST(aDenialNamesTheToken);
    CPPUNIT_TEST_SUITE_END();

    /// `venomx` in a folder where the daemon's program is one that only knows its manifest.
    static std::string withInstalled(const TestFolder& folder)
    {
        folder.write("lib/venomx/venomxd",
                     "#!/bin/sh\n[ \"$1\" = manifest ] && cat <<'EOF'\n"
                     R"({"manifest":{"format":1,"plugins":[{"plugin":"task","version":"1","verbs":[)"
                     R"({"name":"task.run","summary":"Run a task","authorize":[{"right":"admin"}],"effect":"destroy"}]}]},"hash":"h"})"
                     "\nEOF\n");
        std::filesystem::permissions(folder.path("lib/venomx/venomxd"), std::filesystem::perms::owner_all);
        std::filesystem::create_directories(folder.path("bin"));
        std::filesystem::copy_file(VENOMX_PROGRAM, folder.path("bin/venomx"));
        return folder.path("bin/venomx");
    }

public:
    void helpSendsNothing()
    {
        FakeDaemon daemon;
        const TestFolder folder;
        const std::string program = withInstalled(folder);
        for (const std::vector<std::string>& words : {std::vector<std::string>{"task", "stop", "--help"},
                                                      {"help", "task", "stop"},
                                                      {"task", "stop", "-h", "--json"},
                                                      {"tusk", "--help"},
                                                      {"task", "run", "--help"},
                                                      {"help", "task", "run"},
                                                      {"task", "--help"},
                                                      {"pane", "lst", "--help"},
                                                      {"task", "run", "--token", "@owner", "--help"}})
        {
            static_cast<void>(Program{words, environment(daemon), {}, program}.wait());
            for (const std::string& line : daemon.lines())
                CPPUNIT_ASSERT_MESSAGE(line, line.find("\"verb\":\"hello\"") != std::string::npos ||
                                                 line.find("\"verb\":\"manifest.get\",\"params\":{}") != std::string::npos);
        }
        expect(Program{{"tusk", "--help"}, environment(daemon), {}, program}.wait(), 2, "",
               "venomx: unknown command tusk (invalid_params.usage)\n  see: venomx --help\n");
    }

    void helpOfTheInstalledPlugins()
    {
        FakeDaemon daemon;
        const TestFolder folder;
        const std::string program = withInstalled(folder);
        const std::string note{"venomx: this daemon does not offer it; the help is of the installed plugins\n"};
        const Ended verb = Program{{"task", "run", "--help"}, environment(daemon), {}, program}.wait();
        CPPUNIT_ASSERT(verb.out.starts_with("venomx task run: Run a task\n"));
        expect(verb, 0, verb.out, note);
        expect(Program{{"help", "task", "run"}, environment(daemon), {}, program}.wait(), 0, verb.out, note);
        expect(Program{{"task", "--help"}, environment(daemon), {}, program}.wait(), 0,
               "Verbs of task:\n  venomx task run  Run a task\n\nMore: venomx task VERB --help\n", note);
        Program::Environment nowhere = environment(daemon);
        nowhere["VENOMX_SOCKET"] = daemon.folder().path("none");
        expect(Program{{"task", "run", "--help"}, nowhere, {}, program}.wait(), 0, verb.out, "");
        expect(Program{{"--help", "extra"}, nowhere, {}, program}.wait(), 2, "",
               "venomx: unknown command extra (invalid_params.usage)\n  see: venomx --help\n");
        expect(Program{{"task", "rum", "--help"}, nowhere, {}, program}.wait(), 2, "",
               "venomx: unknown verb task rum; did you mean task run? (invalid_params.usage)\n  see: venomx task --help\n");
    }

    void configIsItsList()
    {
        FakeDaemon daemon;
        daemon.onResult("config.list", R"({"settings":[{"key":"log.level","value":"notice"}]})");
        expect(run(daemon, {"config"}), 0, "KEY        VALUE\nlog.level  notice\n", "");
        expect(run(daemon, {"config", "--json"}), 0, "{\"settings\":[{\"key\":\"log.level\",\"value\":\"notice\"}]}\n", "");
        CPPUNIT_ASSERT_EQUAL(run(daemon, {"config", "list"}).out, run(daemon, {"config"}).out);
        CPPUNIT_ASSERT(run(daemon, {"config", "--help"}).out.find("The same as venomx config list") != std::string::npos);
        CPPUNIT_ASSERT(daemon.requests("config.list").at(0).ends_with(R"("params":{}})"));
        CPPUNIT_ASSERT_EQUAL(2, run(daemon, {"config", "lst"}).status);
    }

    void wrongUseOfItsOwnCommands()
    {
        const std::pair<std::vector<std::string>, std::string_view> cases[]{
            {{"mcp", "--bugdet", "5"}, "unknown flag --bugdet for mcp; did you mean --budget? / see: venomx mcp --help"},
            {{"mcp", "--bugdet=5"}, "unknown flag --bugdet for mcp; did you mean --budget? / see: venomx mcp --help"},
            {{"mcp", "now"}, "unexpected word now after mcp / see: venomx mcp --help"},
            {{"mcp", "vnt1.x.y"}, "unexpected word after mcp / see: venomx mcp --help"},
            {{"mcp", "config", "--clint", "x"},
             "unknown flag --clint for mcp config; did you mean --client? / see: venomx mcp config --help"},
            {{"docs", "hello"}, "unexpected word hello after docs / see: venomx docs --help"},
            {{"skill", "--jsno"}, "unknown flag --jsno for skill; did you mean --json? / see: venomx skill --help"},
            {{"man", "--dri", "x"}, "unknown flag --dri for man; did you mean --dir? / see: venomx man --help"},
            {{"docs", "-x"}, "unknown flag -x for docs / see: venomx docs --help"},
            {{"docs", "--vnt1.x"}, "unknown flag for docs / see: venomx docs --help"},
        };
        for (const auto& [words, said] : cases)
        {
            std::string error{"venomx: "};
            error.append(said.substr(0, said.find(" / "))).append(" (invalid_params.usage)\n  ");
            error.append(said.substr(said.find(" / ") + 3)).append("\n");
            expect(Program{words, {}}.wait(), 2, "", error);
        }
    }

    void theirOwnCommandsStandAmongTheVerbs()
    {
        FakeDaemon daemon;
        const std::tuple<std::vector<std::string>, std::string, std::string> cases[]{
            {{"pane"}, "pane needs a verb: capture, list, output, run, send, wait", "pane --help"},
            {{"pane", "rn"}, "unknown verb pane rn; did you mean pane run?", "pane --help"},
            {{"plugin"}, "plugin needs a verb: check, new", "plugin --help"},
            {{"plugin", "chek"}, "unknown verb plugin chek; did you mean plugin check?", "plugin --help"},
            {{"serv"}, "unknown command serv; did you mean serve?", "--help"},
            {{"man", "pane", "run"}, "pane run has no page of its own", "pane run --help"},
            {{"man", "venomx-serve"}, "serve has no page of its own", "serve --help"},
        };
        for (const auto& [words, said, hint] : cases)
            expect(run(daemon, words), 2, "", "venomx: " + said + " (invalid_params.usage)\n  see: venomx " + hint + "\n");
    }

    void aDaemonIsStartedWhereItWasLookedFor()
    {
        const TestFolder folder;
        const std::string runtime = folder.path();
        const std::string named = folder.path("venomx/venomx.sock");
        const std::string other = folder.path("other");
        const std::string here{"start one with: venomx serve"};
        const std::pair<Program::Environment, std::string> cases[]{
            {{{"XDG_RUNTIME_DIR", runtime}}, here},
            {{{"XDG_RUNTIME_DIR", runtime}, {"VENOMX_SOCKET", named}}, here},
            {{{"XDG_RUNTIME_DIR", runtime}, {"VENOMX_SOCKET", other}}, here + " --socket \"$VENOMX_SOCKET\""},
        };
        for (const auto& [environment, hint] : cases)
            expect(Program{{"whoami"}, environment}.wait(), 6, "", "venomx: no daemon is running (unavailable.daemon)\n  " + hint + "\n");
        expect(Program{{"whoami", "--socket", other}, {}}.wait(), 6, "",
               "venomx: no daemon is running (unavailable.daemon)\n  " + here + " --socket PATH, with the PATH that --socket names here\n");
    }

    void wrongWordsAreWrongWithoutADaemon()
    {
        const TestFolder folder;
        const std::string program = withInstalled(folder);
        const Program::Environment nowhere{{"VENOMX_SOCKET", folder.path("none")}, {"XDG_CACHE_HOME", folder.path("cache")}};
        expect(Program{{"tusk"}, nowhere, {}, program}.wait(), 2, "",
               "venomx: unknown command tusk; did you mean task? (invalid_params.usage)\n  see: venomx --help\n");
        expect(Program{{"task", "rum", "--id", "1"}, nowhere, {}, program}.wait(), 2, "",
               "venomx: unknown verb task rum; did you mean task run? (invalid_params.usage)\n  see: venomx task --help\n");
        const std::string none{
            "venomx: no daemon is running (unavailable.daemon)\n  start one with: venomx serve --socket \"$VENOMX_SOCKET\"\n"};
        expect(Program{{"task", "run"}, nowhere, {}, program}.wait(), 6, "", none);
        std::filesystem::remove(folder.path("lib/venomx/venomxd"));
        expect(Program{{"tusk"}, nowhere, {}, program}.wait(), 6, "", none);
    }

    void aDaemonThatCannotBeReachedIsTold()
    {
        const TestFolder folder;
        const std::string path = folder.path("v.sock");
        const Program::Environment environment{{"VENOMX_SOCKET", path}};
        const UniqueFd lock{::open((path + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};
        const std::string none{
            "venomx: no daemon is running (unavailable.daemon)\n  start one with: venomx serve --socket \"$VENOMX_SOCKET\"\n"};
        expect(Program{{"whoami"}, environment}.wait(), 6, "", none); // the file of one that ended
        CPPUNIT_ASSERT_EQUAL(0, ::flock(lock.get(), LOCK_EX | LOCK_NB));
        expect(Program{{"whoami"}, environment}.wait(), 6, "",
               "venomx: a daemon runs, but its socket is not there (unavailable.daemon)\n  it is stopping, or the socket was removed: "
               "end process " +
                   std::to_string(::getpid()) + ", and start it again\n");
        folder.write("v.sock", ""); // as a socket on which nobody listens yet, it refuses
        expect(Program{{"whoami"}, environment}.wait(), 6, "",
               "venomx: the daemon takes no connections, as while it starts or stops (unavailable.daemon)\n  try again\n");
    }

    void aDenialNamesTheToken()
    {
        FakeDaemon daemon;
        const std::string error{R"({"code":"denied.spawn","message":"permission denied","data":{"right":"spawn"}})"};
        daemon.on("whoami", R"({"id":$ID,"error":)" + error + "}\n");
        daemon.folder().write("s.owner", "vnt1.owner");
        const std::string file = daemon.folder().path("s.owner");
        const std::string ways{" comes by --token-file PATH, $VENOMX_TOKEN or, outside of panes, --token @owner\n"};
        const std::string lacks{" lacks the right spawn there; one that has it" + ways};
        const std::tuple<std::vector<std::string>, std::string, std::string> cases[]{
            {{"whoami"}, "", "no token was given; one that has the right spawn" + ways},
            {{"whoami"}, "vnt1.x", "the token in $VENOMX_TOKEN" + lacks},
            {{"whoami"}, "@owner", "the owner's token of $VENOMX_TOKEN" + lacks},
            {{"whoami", "--token", "@owner"}, "vnt1.x", "the owner's token of --token @owner" + lacks},
            {{"whoami", "--token-file", file}, "vnt1.x", "the token in the file of --token-file" + lacks},
        };
        for (const auto& [words, variable, remedy] : cases)
        {
            Program::Environment variables = environment(daemon);
            variables["VENOMX_TOKEN"] = variable;
            expect(Program{words, variables}.wait(), 4, "", "venomx: permission denied (denied.spawn)\n  " + remedy);
            std::vector<std::string> json = words;
            json.emplace_back("--json");
            expect(Program{json, variables}.wait(), 4, "{\"error\":" + error + "}\n", "");
        }
        daemon.on("hello", R"({"id":$ID,"error":{"code":"denied.token","message":"permission denied","data":{}}})"
                           "\n");
        Program::Environment variables = environment(daemon);
        variables["VENOMX_TOKEN"] = "vnt1.x";
        expect(Program{{"whoami"}, variables}.wait(), 4, "",
               "venomx: permission denied (denied.token)\n  the token in $VENOMX_TOKEN is not one of this daemon, or no longer\n");
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AdviceTest);

} // namespace venomx::client::test
