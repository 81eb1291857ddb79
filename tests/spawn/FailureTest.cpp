// Why a start fails, by real causes where the system gives them and by injected ones where it does not; and that nothing is left.
#include "SpawnRoom.h"

#include <cerrno>
#include <cppunit/extensions/HelperMacros.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace venomx::tests
{
namespace
{

std::string because(const std::string& reason)
{
    return R"(unavailable.spawn {"reason":")" + reason + "\"}";
}

std::string cwdBecause(const std::string& reason)
{
    return R"(unavailable.cwd {"reason":")" + reason + "\"}";
}

constexpr const char* kNoDirectory = "not_found.cwd {}";

std::string inDirectory(const std::string& directory, const std::string& program = "true")
{
    return R"({"argv":[)" + jsonText(program) + R"(],"cwd":)" + jsonText(directory) + "}";
}

std::string onPath(const std::string& path, const std::string& program)
{
    return R"({"argv":[)" + jsonText(program) + R"(],"env":[{"name":"PATH","value":)" + jsonText(path) + "}]}";
}

std::string plain(const std::string& program)
{
    return R"({"argv":[)" + jsonText(program) + "]}";
}

} // namespace

class FailureTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(FailureTest);
    CPPUNIT_TEST(executableSearch);
    CPPUNIT_TEST(searchSkipsAndStops);
    CPPUNIT_TEST(workingDirectory);
    CPPUNIT_TEST(directoryChangesMeanwhile);
    CPPUNIT_TEST(tooLarge);
    CPPUNIT_TEST(permissionsOfAnotherUser);
    CPPUNIT_TEST(eachStepRollsBack);
    CPPUNIT_TEST(directorySteps);
    CPPUNIT_TEST(descriptorsRunOut);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        _room.emplace();
        _descriptors = openDescriptors();
    }
    void tearDown() override { _room.reset(); }

    void expectOutcome(const std::string& params, const std::string& expected)
    {
        TestLaunch launch = _room->launch(params);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(params.substr(0, 300), expected, launch.outcome());
        if (expected == "started") CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, launch.wait());
    }

    void expectNothingLeft(const std::string& moved)
    {
        CPPUNIT_ASSERT_EQUAL(moved, _room->health.moved());
        CPPUNIT_ASSERT(children().empty());
        CPPUNIT_ASSERT_EQUAL(_descriptors, openDescriptors());
    }

    void executableSearch()
    {
        _folder.folder("a");
        _folder.folder("b");
        _folder.file("a/tool", "#!/bin/sh\n", 0644);
        _folder.file("b/tool", "#!/bin/sh\n");
        _folder.file("a/bare", "echo no\n");
        _folder.file("b/bare", "#!/bin/sh\n");
        _folder.file("a/only", "#!/bin/sh\n", 0644);
        std::filesystem::create_symlink("loop", _folder.path("a/loop"));
        const std::string a = _folder.path("a");
        const std::string b = _folder.path("b");

        expectOutcome(onPath(a + ":" + b, "tool"), "started");
        expectOutcome(onPath(a + ":" + b, "only"), because("permission"));
        expectOutcome(onPath(a + ":" + b, "bare"), because("exec_format"));
        expectOutcome(onPath(b + ":" + a, "bare"), "started");
        expectOutcome(onPath(a + ":" + b, "loop"), because("not_found"));
        expectOutcome(onPath(a + ":" + b, "missing"), because("not_found"));
        expectOutcome(onPath(a, std::string(300, 'n')), because("not_found"));
        expectOutcome(plain(a + "/tool"), because("permission"));
        expectOutcome(plain(a + "/loop"), because("not_found"));
        expectOutcome(plain(a + "/tool/under"), because("not_found"));
        expectOutcome(plain(a + "/missing"), because("not_found"));
        expectOutcome(plain("/" + std::string(5000, 'n')), because("not_found"));
        expectOutcome(plain(a), because("permission"));
        expectNothingLeft("unavailable.spawn{not_found}=7 unavailable.spawn{permission}=3 unavailable.spawn{exec_format}=1 spawn.started=2 "
                          "spawn.rolled_back=11");
    }

    void searchSkipsAndStops()
    {
        const std::string here = _folder.folder("here");
        _folder.file("here/tool", "#!/bin/sh\n");
        const auto inHere = [&](const std::string& program, const std::string& path)
        {
            return R"({"argv":[)" + jsonText(program) + R"(],"cwd":)" + jsonText(here) + R"(,"env":[{"name":"PATH","value":)" +
                   jsonText(path) + "}]}";
        };
        expectOutcome(inHere("tool", ""), because("not_found"));
        expectOutcome(inHere("tool", ":.::here:./"), because("not_found"));
        expectOutcome(inHere("./tool", ""), "started");
        expectOutcome(inHere("tool", ":" + here), "started");
        expectOutcome(R"({"argv":["sh","-c","exit 0"],"env_unset":["PATH"]})", "started");
        expectOutcome(onPath("/bin:/" + std::string(4090, 'd') + ":/bin", "true"), "started");
        expectNothingLeft("unavailable.spawn{not_found}=2 spawn.started=4 spawn.rolled_back=2");
    }

    void workingDirectory()
    {
        const std::string file = _folder.file("file", "");
        std::filesystem::create_symlink("loop", _folder.path("loop"));
        expectOutcome(inDirectory(_folder.path("missing")), kNoDirectory);
        expectOutcome(inDirectory(file), kNoDirectory);
        expectOutcome(inDirectory(file + "/under"), kNoDirectory);
        expectOutcome(inDirectory(_folder.path("loop")), cwdBecause("other"));
        expectOutcome(inDirectory("/" + std::string(300, 'n')), cwdBecause("other"));
        CPPUNIT_ASSERT_EQUAL(0, _room->outside->taken(Step::openTerminal));
        expectNothingLeft("not_found.cwd=3 unavailable.cwd{other}=2");
    }

    void directoryChangesMeanwhile()
    {
        const std::string gone = _folder.folder("gone");
        _room->outside->before(Step::openTerminal, [&] { std::filesystem::remove(gone); });
        expectOutcome(inDirectory(gone), cwdBecause("changed"));
        const std::string replaced = _folder.folder("replaced");
        _room->outside->before(Step::openTerminal,
                               [&]
                               {
                                   std::filesystem::remove(replaced);
                                   _folder.file("replaced", "");
                               });
        expectOutcome(inDirectory(replaced), cwdBecause("changed"));
        const std::string loop = _folder.folder("loop");
        _room->outside->before(Step::openTerminal,
                               [&]
                               {
                                   std::filesystem::remove(loop);
                                   std::filesystem::create_symlink("loop", loop);
                               });
        expectOutcome(inDirectory(loop), cwdBecause("other"));
        expectNothingLeft("unavailable.cwd{changed}=2 unavailable.cwd{other}=1 spawn.rolled_back=3");
    }

    void tooLarge()
    {
        std::string many = R"({"argv":["true")";
        for (int i = 0; i < 40; ++i) many += ",\"" + std::string(100'000, 'a') + '"';
        expectOutcome(many + "]}", because("too_large"));
        expectOutcome(R"({"argv":["true",")" + std::string(200'000, 'a') + "\"]}", because("too_large"));
        expectNothingLeft("unavailable.spawn{too_large}=2 spawn.rolled_back=2");
    }

    void permissionsOfAnotherUser()
    {
        _room.reset();
        const std::string closed = _folder.folder("closed");
        _folder.folder("closed/inside");
        const std::string entered = _folder.folder("entered");
        std::filesystem::permissions(_folder.path(), std::filesystem::perms::all);
        std::filesystem::permissions(closed, std::filesystem::perms::none);
        const std::string said = isolated(
            [&]
            {
                if (::getuid() == 0 && ::setresuid(65534, 65534, 65534) != 0) return std::string{"no other user"};
                SpawnRoom room;
                std::string outcomes = room.launch(inDirectory(closed + "/inside")).outcome() + '\n';
                outcomes += room.launch(inDirectory(closed)).outcome() + '\n';
                outcomes += room.launch(plain(closed + "/tool")).outcome() + '\n';
                if (!eventually([&] { return room.services.workers.busy() == 0; })) return std::string{"workers are busy"};
                const rlimit one{.rlim_cur = 1, .rlim_max = 1};
                ::setrlimit(RLIMIT_NPROC, &one);
                outcomes += room.launch(plain("true")).outcome() + '\n';
                return outcomes + room.health.moved();
            });
        const std::string expected = cwdBecause("permission") + '\n' + cwdBecause("permission") + '\n' + because("permission") + '\n' +
                                     because("resource") + '\n' +
                                     "unavailable.cwd{permission}=2 unavailable.spawn{permission}=1 unavailable.spawn{resource}=1 "
                                     "spawn.rolled_back=3";
        CPPUNIT_ASSERT_EQUAL(expected, said);
    }

    void eachStepRollsBack()
    {
        const std::string there = _folder.folder("there");
        int failures = 0;
        for (const Step step : {Step::openTerminal, Step::unlockTerminal, Step::openPeer, Step::setUpTerminal, Step::mapStack, Step::clone,
                                Step::processFlags})
        {
            for (const int error : {EMFILE, ENOMEM, EPERM})
            {
                _room->outside->fail(step, error);
                expectOutcome(inDirectory(there), because("resource"));
                ++failures;
                const std::string count = std::to_string(failures);
                expectNothingLeft("unavailable.spawn{resource}=" + count + " spawn.rolled_back=" + count);
            }
            _room->outside->fail(step, 0);
        }
        expectOutcome(inDirectory(there), "started");
        CPPUNIT_ASSERT_EQUAL(std::size_t{21}, _room->services.log.lines().size());
        for (const std::string& line : _room->services.log.lines())
            CPPUNIT_ASSERT_MESSAGE(line, line.starts_with("spawn: ") && line.find('/') == std::string::npos);
    }

    void directorySteps()
    {
        const std::string there = _folder.folder("there");
        struct Row
        {
            Step step;
            int error;
            std::string says;
        };
        for (const Row& row : {Row{Step::realPath, ENOENT, kNoDirectory}, Row{Step::realPath, ENOTDIR, kNoDirectory},
                               Row{Step::realPath, EACCES, cwdBecause("permission")}, Row{Step::realPath, ELOOP, cwdBecause("other")},
                               Row{Step::realPath, ENAMETOOLONG, cwdBecause("other")}, Row{Step::isDirectory, ENOENT, kNoDirectory},
                               Row{Step::isDirectory, EACCES, cwdBecause("permission")}, Row{Step::isDirectory, EIO, cwdBecause("other")}})
        {
            _room->outside->fail(row.step, row.error);
            expectOutcome(inDirectory(there), row.says);
            _room->outside->fail(row.step, 0);
        }
        expectNothingLeft("not_found.cwd=3 unavailable.cwd{permission}=2 unavailable.cwd{other}=3");
    }

    void descriptorsRunOut()
    {
        _room.reset();
        const std::string said = isolated(
            []() -> std::string
            {
                SpawnRoom room;
                // The limit is on numbers, so there may be no gaps.
                std::vector<UniqueFd> fillers;
                do fillers.emplace_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
                while (fillers.back().get() != openDescriptors() - 2);
                const int used = openDescriptors() - 1;
                int refused = 0;
                for (int more = 0; more <= 5; ++more)
                {
                    rlimit limit{};
                    ::getrlimit(RLIMIT_NOFILE, &limit);
                    limit.rlim_cur = static_cast<rlim_t>(used + more);
                    ::setrlimit(RLIMIT_NOFILE, &limit);
                    TestLaunch launch = room.launch(plain("/bin/true"));
                    const std::string outcome = launch.outcome() == "started" ? launch.wait() : launch.outcome();
                    if (outcome == because("resource"))
                        ++refused;
                    else if (outcome != "exit 0")
                        return outcome;
                    limit.rlim_cur = limit.rlim_max;
                    ::setrlimit(RLIMIT_NOFILE, &limit);
                    if (!children().empty()) return "a child is left";
                    if (openDescriptors() - 1 != used && launch.outcome() != "started") return "a descriptor is left";
                }
                return "refused " + std::to_string(refused) + ", " + room.health.moved();
            });
        // Master, peer and pidfd: with fewer than three free none can start, and three are enough.
        CPPUNIT_ASSERT_EQUAL(std::string{"refused 3, unavailable.spawn{resource}=3 spawn.started=3 spawn.rolled_back=3"}, said);
    }

private:
    TempFolder _folder;
    std::optional<SpawnRoom> _room;
    int _descriptors{0};
};

CPPUNIT_TEST_SUITE_REGISTRATION(FailureTest);

} // namespace venomx::tests
