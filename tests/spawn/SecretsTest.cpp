// After a launch, whatever became of it, nothing that it was given is left in memory: no value, no resolved directory, no token.
#include "MemoryScan.h"
#include "SpawnRoom.h"

#include <cerrno>
#include <cppunit/extensions/HelperMacros.h>
#include <sys/mman.h>
#include <unistd.h>
#include <venomx/sdk/secret.h>

namespace venomx::tests
{
namespace
{

constexpr std::size_t kSize = 24;

/// The canary's characters; the program holds it only shifted by one, and in requests it stands as escapes.
char canaryAt(std::size_t index)
{
    static constexpr char kShifted[] = "Ayr{Bm9Rx3Lw8Qp2Dv7Fn5Hg";
    return static_cast<char>(kShifted[index] + 1);
}

std::string escaped()
{
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (std::size_t i = 0; i < kSize; ++i)
    {
        const auto byte = static_cast<unsigned char>(canaryAt(i));
        text += "\\u00";
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 15U];
    }
    return text;
}

int canaries()
{
    return occurrences(kSize, canaryAt);
}

} // namespace

class SecretsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(SecretsTest);
    CPPUNIT_TEST(theScanFinds);
    CPPUNIT_TEST(values);
    CPPUNIT_TEST(failures);
    CPPUNIT_TEST(directories);
    CPPUNIT_TEST_SUITE_END();

public:
    void theScanFinds()
    {
        void* page = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        CPPUNIT_ASSERT(page != MAP_FAILED);
        auto* bytes = static_cast<char*>(page);
        for (std::size_t i = 0; i < kSize; ++i) bytes[100 + i] = canaryAt(i);
        CPPUNIT_ASSERT_EQUAL(1, canaries());
        wipe(bytes, 4096);
        CPPUNIT_ASSERT_EQUAL(0, canaries());
        ::munmap(page, 4096);
    }

    void expectClean(SpawnRoom& room)
    {
        // As the daemon's connection does after each request.
        room.services.loop.run([] { wipeStack(); });
        CPPUNIT_ASSERT(eventually([&] { return room.services.workers.busy() == 0; }));
        CPPUNIT_ASSERT_EQUAL(0, canaries());
    }

    void values()
    {
        SpawnRoom room;
        TestLaunch launch = room.launch(R"({"argv":["sh","-c","test ${#A} = 24 && test ${#B} = 48","sh",")" + escaped() +
                                        R"("],"env":[{"name":"A","value":")" + escaped() + R"("},{"name":"B","value":")" + escaped() +
                                        escaped() + R"("}]})");
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, launch.wait());
        expectClean(room);
    }

    void failures()
    {
        SpawnRoom room;
        const std::string env = R"("env":[{"name":"A","value":")" + escaped() + R"("}])";
        CPPUNIT_ASSERT_EQUAL(std::string{R"(unavailable.spawn {"reason":"not_found"})"},
                             room.launch(R"({"argv":["no-such-program",")" + escaped() + "\"]," + env + "}").outcome());
        expectClean(room);
        CPPUNIT_ASSERT_EQUAL(std::string{R"(invalid_params.env {"param":"env_unset.0","reason":"duplicate"})"},
                             room.launch("{" + env + R"(,"env_unset":["A"]})").outcome());
        expectClean(room);
        for (const Step step : {Step::openTerminal, Step::openPeer, Step::clone, Step::processFlags})
        {
            room.outside->fail(step, EMFILE);
            CPPUNIT_ASSERT_EQUAL(std::string{R"(unavailable.spawn {"reason":"resource"})"},
                                 room.launch(R"({"argv":["true",")" + escaped() + "\"]," + env + R"(,"cwd":"/"})").outcome());
            room.outside->fail(step, 0);
            expectClean(room);
        }
    }

    void directories()
    {
        const TempFolder folder;
        // Made by another process, so that its name never was in this one.
        CPPUNIT_ASSERT_EQUAL(std::string{"done"}, isolated(
                                                      [&]
                                                      {
                                                          std::string name(kSize, ' ');
                                                          for (std::size_t i = 0; i < kSize; ++i) name[i] = canaryAt(i);
                                                          folder.folder(name);
                                                          std::filesystem::create_symlink(folder.path(name), folder.path("link"));
                                                          return std::string{"done"};
                                                      }));
        SpawnRoom room;
        for (const std::string& given : {folder.path("link"), folder.path() + "/" + escaped()})
        {
            TestLaunch launch = room.launch(R"({"argv":["sh","-c","test \"$PWD\" = \"$(pwd -P)\""],"cwd":")" + given + "\"}");
            CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, launch.wait());
            expectClean(room);
        }
        CPPUNIT_ASSERT_EQUAL(std::string{"not_found.cwd {}"},
                             room.launch(R"({"argv":["true"],"cwd":")" + folder.path("link") + "/" + escaped() + "\"}").outcome());
        expectClean(room);
        // The folder's name goes with it before this process may list it.
        CPPUNIT_ASSERT_EQUAL(std::string{"done"}, isolated(
                                                      [&]
                                                      {
                                                          for (const auto& entry : std::filesystem::directory_iterator{folder.path()})
                                                              std::filesystem::remove_all(entry.path());
                                                          return std::string{"done"};
                                                      }));
    }
};

// Sanitizers keep what was freed, do not let stacks be wiped, and map more memory than can be looked through.
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
CPPUNIT_TEST_SUITE_REGISTRATION(SecretsTest);
#endif

} // namespace venomx::tests
