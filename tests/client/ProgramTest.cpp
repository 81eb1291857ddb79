// The program against a daemon that answers as written down: results, errors, tokens, help.
#include "AgainstDaemon.h"

#include <cppunit/extensions/HelperMacros.h>
#include <filesystem>
#include <sys/socket.h>

namespace venomx::client::test
{

class ProgramTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ProgramTest);
    CPPUNIT_TEST(aResultAsJsonIsTheDaemonsBytes);
    CPPUNIT_TEST(aResultForPeople);
    CPPUNIT_TEST(paramsReachTheDaemon);
    CPPUNIT_TEST(theManifestIsFetchedOnce);
    CPPUNIT_TEST(aBrokenCacheIsReplaced);
    CPPUNIT_TEST(refusalsHaveTheirExitStatus);
    CPPUNIT_TEST(usageErrors);
    CPPUNIT_TEST(anUnavailableVerbIsSaidToBe);
    CPPUNIT_TEST(theExitMapDecides);
    CPPUNIT_TEST(tokensAreSentAndNeverShown);
    CPPUNIT_TEST(standardInputIsAValue);
    CPPUNIT_TEST(helpAtThreeLevels);
    CPPUNIT_TEST(helpWithoutADaemon);
    CPPUNIT_TEST(helpMayBeAValue);
    CPPUNIT_TEST(whoMayNotLookHasNothingToChooseFrom);
    CPPUNIT_TEST(versions);
    CPPUNIT_TEST(serveBecomesTheDaemon);
    CPPUNIT_TEST_SUITE_END();

public:
    void aResultAsJsonIsTheDaemonsBytes()
    {
        FakeDaemon daemon;
        daemon.onResult("whoami", R"({ "principal" : "owner","x": 1.0, "y":"\u00e9\/"})");
        expect(run(daemon, {"whoami", "--json"}), 0,
               R"({ "principal" : "owner","x": 1.0, "y":"\u00e9\/"})"
               "\n",
               "");
        expect(run(daemon, {"--json", "whoami"}), 0,
               R"({ "principal" : "owner","x": 1.0, "y":"\u00e9\/"})"
               "\n",
               "");
        const std::string large(3'000'000, 'x');
        daemon.onResult("whoami", "{\"principal\":\"" + large + "\"}");
        expect(run(daemon, {"whoami", "--json"}), 0, "{\"principal\":\"" + large + "\"}\n", "");
    }

    void aResultForPeople()
    {
        FakeDaemon daemon;
        daemon.onResult("pane.list", R"({"panes":[{"pane":"p0","pid":7,"state":"running","title":"t"}]})");
        expect(run(daemon, {"pane", "list"}), 0, "PANE  PID  STATE    TITLE\np0      7  running  t\n", "");
        daemon.onResult("pane.capture", R"({"pane":"p0","text":"/tmp\nhello\n"})");
        expect(run(daemon, {"pane", "capture", "--pane", "p0"}), 0, "/tmp\nhello\n", "");
    }

    void paramsReachTheDaemon()
    {
        FakeDaemon daemon;
        daemon.onResult("window.create", R"({"window":"w0"})");
        expect(run(daemon, {"window", "create", "--session", "s0", "--env", "A=b c", "--env-unset", "X", "--json", "--", "make", "-j2"}), 0,
               "{\"window\":\"w0\"}\n", "");
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":2,"verb":"window.create","params":{"session":"s0","argv":["make","-j2"],)"
                                         R"("env":[{"name":"A","value":"b c"}],"env_unset":["X"]}})"},
                             daemon.requests("window.create").at(0));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":0,"verb":"hello","params":{"protocol":1,"client":"venomx/)" VENOMX_VERSION "\"}}"},
                             daemon.lines().at(0));
    }

    void theManifestIsFetchedOnce()
    {
        FakeDaemon daemon;
        daemon.onResult("whoami", R"({"principal":"owner"})");
        for (int i = 0; i < 3; ++i) expect(run(daemon, {"whoami"}), 0, "principal:  owner\n", "");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, daemon.requests("manifest.get").size());
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, daemon.requests("whoami").size());
        const Ended uncached = Program{{"whoami"}, {{"VENOMX_SOCKET", daemon.socket()}}}.wait();
        expect(uncached, 0, "principal:  owner\n", "");
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, daemon.requests("manifest.get").size());
    }

    void aBrokenCacheIsReplaced()
    {
        FakeDaemon daemon;
        daemon.onResult("whoami", R"({"principal":"owner"})");
        const std::string name = "cache/venomx/manifest-" + std::string{kHash} + ".json";
        for (const std::string_view broken : {"", "{\"manifest\":", R"({"manifest":{"format":1,"plugins":[]},"hash":"other"})"})
        {
            daemon.folder().write(name, broken);
            expect(run(daemon, {"whoami"}), 0, "principal:  owner\n", "");
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, daemon.requests("manifest.get").size());
        CPPUNIT_ASSERT_EQUAL(static_cast<std::uintmax_t>(manifestText().size()), std::filesystem::file_size(daemon.folder().path(name)));
    }

    void refusalsHaveTheirExitStatus()
    {
        FakeDaemon daemon;
        const std::pair<std::string_view, int> cases[]{{"invalid_params.cwd", 2}, {"not_found.session", 3}, {"denied.delegation", 4},
                                                       {"conflict.no_space", 5},  {"unavailable.spawn", 6}, {"internal.plugin", 1}};
        for (const auto& [code, status] : cases)
        {
            const std::string error = R"({"code":")" + std::string{code} + R"(", "message":"it is so","data":{"reason":"size"}})";
            daemon.on("whoami", R"({"id":$ID,"error":)" + error + "}\n");
            expect(run(daemon, {"whoami", "--json"}), status, "{\"error\":" + error + "}\n", "");
            expect(run(daemon, {"whoami"}), status, "", "venomx: it is so (" + std::string{code} + ")\n  reason=size\n");
        }
        daemon.on("hello", R"({"id":null,"error":{"code":"denied.peer","message":"permission denied","data":{}}})"
                           "\n$CLOSE");
        expect(run(daemon, {"whoami"}), 4, "", "venomx: permission denied (denied.peer)\n");
    }

    void usageErrors()
    {
        FakeDaemon daemon;
        expect(run(daemon, {"pane", "lst"}), 2, "",
               "venomx: unknown verb pane lst; did you mean pane list? (invalid_params.usage)\n  see: venomx pane --help\n");
        expect(run(daemon, {"pnae", "list"}), 2, "",
               "venomx: unknown command pnae; did you mean pane? (invalid_params.usage)\n  see: venomx --help\n");
        expect(run(daemon, {"pane"}), 2, "",
               "venomx: pane needs a verb: capture, list, output, run, send, wait (invalid_params.usage)\n  see: venomx pane --help\n");
        expect(run(daemon, {"doctor", "now"}), 2, "",
               "venomx: unexpected word now after doctor (invalid_params.usage)\n  see: venomx doctor --help\n");
        expect(run(daemon, {}), 2, "", "venomx: a command is missing (invalid_params.usage)\n  see: venomx --help\n");
        expect(run(daemon, {"pane", "list", "--sesion", "s0", "--json"}), 2,
               R"({"error":{"code":"invalid_params.usage","message":"unknown flag --sesion for pane list; did you mean --session?",)"
               R"("data":{"hint":"see: venomx pane list --help"}}})"
               "\n",
               "");
        expect(run(daemon, {"--json"}), 2,
               R"({"error":{"code":"invalid_params.usage","message":"a command is missing","data":{"hint":"see: venomx --help"}}})"
               "\n",
               "");
        CPPUNIT_ASSERT(daemon.requests("pane.list").empty());
    }

    void anUnavailableVerbIsSaidToBe()
    {
        FakeDaemon daemon;
        daemon.on("task.run", R"({"id":$ID,"error":{"code":"unavailable.verb","message":"no plugin","data":{"plugin":"task"}}})"
                              "\n");
        expect(run(daemon, {"task", "run"}), 6, "", "venomx: no plugin (unavailable.verb)\n  plugin=task\n");
        CPPUNIT_ASSERT(daemon.requests("task.run").at(0).ends_with(R"("params":{"json":true}})"));
    }

    void theExitMapDecides()
    {
        FakeDaemon daemon;
        daemon.onResult("doctor", R"({"status":"fail","checks":[{"name":"a","status":"fail","summary":"s","detail":{}}]})");
        expect(run(daemon, {"doctor"}), 1, "STATUS  CHECK  SUMMARY\nfail    a      s\n\noverall: fail\n", "");
        daemon.onResult("doctor", R"({"status":"warn"})");
        expect(run(daemon, {"doctor", "--json"}), 0, "{\"status\":\"warn\"}\n", "");
    }

    void tokensAreSentAndNeverShown()
    {
        FakeDaemon daemon;
        daemon.onResult("whoami", R"({"principal":"owner"})");
        const std::string token{"vnt1.venomx.owner.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
        const auto sent = [&]
        { return daemon.lines().at(daemon.lines().size() - 2).find("\"token\":\"" + token + "\"") != std::string::npos; };
        expect(run(daemon, {"whoami", "--token", "@owner"}), 4, "",
               "venomx: the owner's token beside the socket cannot be read (denied.token)\n"
               "  the owner's token of --token @owner is read beside the socket, and refused from inside a pane\n");
        // It asked as a stranger whether the daemon has started, and for nothing else.
        CPPUNIT_ASSERT(daemon.requests("hello").size() == 1 && daemon.requests("hello").at(0).find("\"token\"") == std::string::npos);
        CPPUNIT_ASSERT(daemon.requests("whoami").empty());
        daemon.folder().write("s.owner", token + "\n");
        expect(run(daemon, {"whoami", "--token", "@owner"}), 0, "principal:  owner\n", "");
        CPPUNIT_ASSERT(daemon.requests("whoami").size() == 1 && daemon.requests("hello").at(1).find(token) != std::string::npos);
        expect(run(daemon, {"whoami", "--token-file", daemon.folder().path("s.owner")}), 0, "principal:  owner\n", "");
        CPPUNIT_ASSERT(sent());
        Program::Environment variables = environment(daemon);
        variables["VENOMX_TOKEN"] = token;
        expect(Program{{"whoami"}, variables}.wait(), 0, "principal:  owner\n", "");
        CPPUNIT_ASSERT(sent());
        const std::size_t before = daemon.lines().size();
        const Ended refused = run(daemon, {"whoami", "--json", "--token", token});
        CPPUNIT_ASSERT_EQUAL(2, refused.status);
        CPPUNIT_ASSERT((refused.out + refused.error).find("vnt1") == std::string::npos);
        CPPUNIT_ASSERT_EQUAL(before, daemon.lines().size());
    }

    void standardInputIsAValue()
    {
        FakeDaemon daemon;
        daemon.onResult("pane.send", R"({"pane":"p0"})");
        const Ended ended = Program{{"pane", "send", "--pane", "p0", "--text", "-"}, environment(daemon), "ls\nexit"}.wait();
        expect(ended, 0, "pane:  p0\n", "");
        CPPUNIT_ASSERT(daemon.requests("pane.send").at(0).ends_with(R"("params":{"pane":"p0","text":"ls\nexit"}})"));
    }

    void helpAtThreeLevels()
    {
        FakeDaemon daemon;
        const Ended top = run(daemon, {"--help"});
        CPPUNIT_ASSERT(top.status == 0 && top.out.find("  pane      capture, list, output, run, send, wait\n") != std::string::npos);
        CPPUNIT_ASSERT_EQUAL(top.out, run(daemon, {"help"}).out);
        const Ended family = run(daemon, {"pane", "--help"});
        CPPUNIT_ASSERT(family.status == 0 && family.out.starts_with("Verbs of pane:\n"));
        const Ended one = run(daemon, {"pane", "list", "--bogus", "--help"});
        CPPUNIT_ASSERT(one.status == 0 && one.out.starts_with("venomx pane list: List panes\n"));
        CPPUNIT_ASSERT_EQUAL(one.out, run(daemon, {"help", "pane", "list"}).out);
        CPPUNIT_ASSERT_EQUAL(2, run(daemon, {"pane", "lst", "--help"}).status);
        expect(run(daemon, {"window", "--help", "--json"}), 0,
               R"({"verbs":[{"name":"window.create","summary":"Create a window with one pane"}],"commands":[]})"
               "\n",
               "");
        CPPUNIT_ASSERT(run(daemon, {"whoami", "--help", "--json"}).out.starts_with(R"({"name":"whoami","summary":)"));
        CPPUNIT_ASSERT(run(daemon, {"serve", "--help"}).out.starts_with("venomx serve: Run the daemon\n"));
    }

    void helpWithoutADaemon()
    {
        FakeDaemon daemon;
        Program::Environment variables = environment(daemon);
        variables["VENOMX_SOCKET"] = daemon.folder().path("none");
        // Away from the daemon's program, whose plugins would be asked.
        const std::string alone = daemon.folder().path("venomx");
        std::filesystem::copy_file(VENOMX_PROGRAM, alone);
        const Ended bare = Program{{"--help"}, variables, {}, alone}.wait();
        CPPUNIT_ASSERT(bare.status == 0 && bare.out.ends_with("How to start one: venomx serve --help\n"));
        const std::string noDaemon{
            "venomx: no daemon is running (unavailable.daemon)\n  start one with: venomx serve --socket \"$VENOMX_SOCKET\"\n"};
        expect(Program{{"pane", "list", "--help"}, variables, {}, alone}.wait(), 6, "", noDaemon);
        expect(Program{{"docs"}, variables, {}, alone}.wait(), 6, "", noDaemon);
        CPPUNIT_ASSERT_EQUAL(6, (Program{{"pane", "list", "--help", "--json"}, variables, {}, alone}.wait().status));
        const Ended live = run(daemon, {"pane", "list", "--help"});
        CPPUNIT_ASSERT_EQUAL(0, live.status);
        expect(Program{{"pane", "list", "--help"}, variables, {}, alone}.wait(), 0, live.out, "");
        expect(Program{{"task", "run", "--help"}, variables, {}, alone}.wait(), 6, "", noDaemon);
        expect(Program{{"pane", "list"}, variables, {}, alone}.wait(), 6, "", noDaemon);
        expect(
            Program{{"pane", "list", "--json"}, variables, {}, alone}.wait(), 6,
            R"({"error":{"code":"unavailable.daemon","message":"no daemon is running","data":{"hint":"start one with: venomx serve --socket \"$VENOMX_SOCKET\""}}})"
            "\n",
            "");
    }

    void helpMayBeAValue()
    {
        FakeDaemon daemon;
        daemon.onResult("pane.send", R"({"pane":"p0"})");
        expect(run(daemon, {"pane", "send", "--pane", "p0", "--text", "--help"}), 0, "pane:  p0\n", "");
        CPPUNIT_ASSERT(daemon.requests("pane.send").at(0).ends_with(R"("params":{"pane":"p0","text":"--help"}})"));
        daemon.folder().write("s.owner", "vnt1.x");
        expect(run(daemon, {"pane", "send", "--pane", "p0", "--text", "--token=@owner"}), 2, "",
               "venomx: a flag's value looks like --socket or --token; attach it with = (invalid_params.usage)\n");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, daemon.requests("pane.send").size());
    }

    void whoMayNotLookHasNothingToChooseFrom()
    {
        FakeDaemon daemon;
        const std::vector<std::string> words{"completion", "candidates", "3", "pane", "send", "--pane", ""};
        daemon.onResult("pane.list", R"({"panes":[{"pane":"p0","argv0":"t"}]})");
        expect(run(daemon, words), 0, "p0\tt\n", "");
        daemon.on("pane.list", R"({"id":$ID,"error":{"code":"denied.right","message":"no","data":{}}})"
                               "\n");
        expect(run(daemon, words), 0, "", "");
    }

    void versions()
    {
        const Ended people = Program{{"--version"}, {}}.wait();
        CPPUNIT_ASSERT(people.status == 0 && people.out.starts_with("venomx " VENOMX_VERSION "\ncommit: "));
        CPPUNIT_ASSERT_EQUAL(people.out, (Program{{"version"}, {}}.wait().out));
        const Ended json = Program{{"--version", "--json"}, {}}.wait();
        CPPUNIT_ASSERT(json.out.starts_with("{\"version\":\"" VENOMX_VERSION "\",\"commit\":\""));
    }

    void serveBecomesTheDaemon()
    {
        const TestFolder folder;
        const std::string program = folder.path("bin/venomx");
        folder.write("lib/venomx/venomxd", "#!/bin/sh\nprintf '<%s>' \"$@\"\nexit 5\n");
        std::filesystem::permissions(folder.path("lib/venomx/venomxd"), std::filesystem::perms::owner_all);
        std::filesystem::create_directories(folder.path("bin"));
        std::filesystem::copy_file(VENOMX_PROGRAM, program);
        expect(Program{{"--socket", "/x", "serve", "-D", "a=b c", "--config", "f"}, {}, {}, program}.wait(), 5,
               "<serve><--socket></x><-D><a=b c><--config><f>", "");
        std::filesystem::remove(folder.path("lib/venomx/venomxd"));
        expect(Program{{"serve"}, {}, {}, program}.wait(), 6, "",
               "venomx: the daemon's program is not where it belongs (unavailable.program)\n"
               "  expected ../lib/venomx/venomxd beside venomx\n");
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ProgramTest);

} // namespace venomx::client::test
