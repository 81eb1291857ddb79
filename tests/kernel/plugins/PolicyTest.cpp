// Owners, modes, links and folders.
#include <cppunit/extensions/HelperMacros.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/plugins/Policy.h"
#include "tests/support/TestFolder.h"

namespace venomx::kernel::tests
{
namespace
{

constexpr uid_t kDaemon = 1000;

struct stat status(mode_t mode, uid_t owner)
{
    struct stat made = {};
    made.st_mode = mode;
    made.st_uid = owner;
    return made;
}

std::string word(const std::optional<Refused>& refused)
{
    return refused ? std::string{refused->reason.view()} : "passes";
}

} // namespace

class PolicyTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(PolicyTest);
    CPPUNIT_TEST(files);
    CPPUNIT_TEST(folders);
    CPPUNIT_TEST(sentencesNameBothSides);
    CPPUNIT_TEST(realFiles);
    CPPUNIT_TEST(realFolders);
    CPPUNIT_TEST_SUITE_END();

    static std::string opened(const std::string& path)
    {
        const auto result = openPlugin(path, geteuid());
        const auto* refused = std::get_if<Refused>(&result);
        return refused ? std::string{refused->reason.view()} : "passes";
    }

public:
    void files()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"passes"}, word(judgeFile(status(S_IFREG | 0755, 0), kDaemon)));
        CPPUNIT_ASSERT_EQUAL(std::string{"passes"}, word(judgeFile(status(S_IFREG | 0600, kDaemon), kDaemon)));
        CPPUNIT_ASSERT_EQUAL(std::string{"owner"}, word(judgeFile(status(S_IFREG | 0644, 1001), kDaemon)));
        CPPUNIT_ASSERT_EQUAL(std::string{"mode"}, word(judgeFile(status(S_IFREG | 0664, kDaemon), kDaemon)));
        CPPUNIT_ASSERT_EQUAL(std::string{"mode"}, word(judgeFile(status(S_IFREG | 0646, 0), kDaemon)));
        CPPUNIT_ASSERT_EQUAL(std::string{"not_regular"}, word(judgeFile(status(S_IFIFO | 0600, kDaemon), kDaemon)));
        CPPUNIT_ASSERT_EQUAL(std::string{"not_regular"}, word(judgeFile(status(S_IFDIR | 0700, kDaemon), kDaemon)));
    }

    void folders()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"passes"}, word(judgePluginFolder(status(S_IFDIR | 0755, 0), kDaemon)));
        CPPUNIT_ASSERT_EQUAL(std::string{"folder_mode"}, word(judgePluginFolder(status(S_IFDIR | 01777, 0), kDaemon)));
        CPPUNIT_ASSERT_EQUAL(std::string{"folder_owner"}, word(judgePluginFolder(status(S_IFDIR | 0755, 1001), kDaemon)));
        CPPUNIT_ASSERT_EQUAL(std::string{"passes"}, word(judgeFolderAbove(status(S_IFDIR | 01777, 0), kDaemon))); // /tmp
        CPPUNIT_ASSERT_EQUAL(std::string{"folder_mode"}, word(judgeFolderAbove(status(S_IFDIR | 01777, kDaemon), kDaemon)));
        CPPUNIT_ASSERT_EQUAL(std::string{"folder_mode"}, word(judgeFolderAbove(status(S_IFDIR | 0777, 0), kDaemon)));
        CPPUNIT_ASSERT_EQUAL(std::string{"folder_owner"}, word(judgeFolderAbove(status(S_IFDIR | 01755, 1001), kDaemon)));
    }

    void sentencesNameBothSides()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"the file belongs to user 1001, neither to root nor to the daemon's user 1000"},
                             judgeFile(status(S_IFREG | 0644, 1001), kDaemon)->sentence);
        CPPUNIT_ASSERT_EQUAL(std::string{"the file has mode 0664, which lets others write it"},
                             judgeFile(status(S_IFREG | 0664, kDaemon), kDaemon)->sentence);
    }

    void realFiles()
    {
        const TestFolder folder;
        const std::string file = folder.write("a.so", "x");
        chmod(file.c_str(), 0644);
        CPPUNIT_ASSERT_EQUAL(std::string{"passes"}, opened(file));
        chmod(file.c_str(), 0666);
        CPPUNIT_ASSERT_EQUAL(std::string{"mode"}, opened(file));
        chmod(file.c_str(), 0644);
        std::filesystem::create_symlink(file, folder.path("b.so"));
        CPPUNIT_ASSERT_EQUAL(std::string{"symlink"}, opened(folder.path("b.so")));
        CPPUNIT_ASSERT_EQUAL(0, mkfifo(folder.path("c.so").c_str(), 0600));
        CPPUNIT_ASSERT_EQUAL(std::string{"not_regular"}, opened(folder.path("c.so"))); // and it does not wait for a writer
        CPPUNIT_ASSERT_EQUAL(std::string{"not_regular"}, opened(folder.path()));
        CPPUNIT_ASSERT_EQUAL(std::string{"unreadable"}, opened(folder.path("none.so")));
    }

    void realFolders()
    {
        const TestFolder folder;
        const std::string inner = folder.path("inner");
        std::filesystem::create_directory(inner);
        chmod(inner.c_str(), 0755);
        CPPUNIT_ASSERT_EQUAL(std::string{"passes"}, word(judgeFolder(inner, geteuid())));
        chmod(folder.path().c_str(), 0777);
        CPPUNIT_ASSERT_EQUAL(std::string{"folder_mode"}, word(judgeFolder(inner, geteuid())));
        std::filesystem::create_directory_symlink(inner, folder.path("link"));
        CPPUNIT_ASSERT_EQUAL(std::string{"folder_mode"}, word(judgeFolder(folder.path("link"), geteuid())));
        chmod(folder.path().c_str(), 0700);
        CPPUNIT_ASSERT_EQUAL(std::string{"passes"}, word(judgeFolder(folder.path("link"), geteuid())));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PolicyTest);

} // namespace venomx::kernel::tests
