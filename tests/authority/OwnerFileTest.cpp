#include <cppunit/extensions/HelperMacros.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/stat.h>

#include "kernel/authority/OwnerFile.h"
#include "tests/support/TestFolder.h"

namespace venomx::tests
{

using namespace venomx::kernel;

class OwnerFileTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(OwnerFileTest);
    CPPUNIT_TEST(holdsTheTokenForTheOwnerAlone);
    CPPUNIT_TEST(replacesInOneStep);
    CPPUNIT_TEST(leavesAnothersFileAlone);
    CPPUNIT_TEST(aLinkInItsPlaceIsReplacedNotFollowed);
    CPPUNIT_TEST(failsWhereItCannotBe);
    CPPUNIT_TEST_SUITE_END();

private:
    static std::string content(const std::string& path)
    {
        std::ifstream file{path};
        return {std::istreambuf_iterator<char>{file}, {}};
    }
    std::size_t files() const { return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator{_folder.path()}, {})); }

    void holdsTheTokenForTheOwnerAlone()
    {
        {
            const OwnerFile file{_path, Secret{"token"}};
            struct stat status
            {
            };
            CPPUNIT_ASSERT_EQUAL(0, ::stat(_path.c_str(), &status));
            CPPUNIT_ASSERT_EQUAL(mode_t{0600}, status.st_mode & 07777);
            CPPUNIT_ASSERT_EQUAL(std::string{"token\n"}, content(_path));
            CPPUNIT_ASSERT_EQUAL(std::size_t{1}, files());
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, files());
    }

    void replacesInOneStep()
    {
        std::ofstream{_path} << "old";
        const OwnerFile file{_path, Secret{"new"}};
        CPPUNIT_ASSERT_EQUAL(std::string{"new\n"}, content(_path));
    }

    void leavesAnothersFileAlone()
    {
        {
            const OwnerFile file{_path, Secret{"first"}};
            std::ofstream{_folder.path() + "/other"} << "second";
            std::filesystem::rename(_folder.path() + "/other", _path);
        }
        CPPUNIT_ASSERT_EQUAL(std::string{"second"}, content(_path));
    }

    void aLinkInItsPlaceIsReplacedNotFollowed()
    {
        std::ofstream{_folder.path() + "/elsewhere"} << "kept";
        std::filesystem::create_symlink(_folder.path() + "/elsewhere", _path);
        const OwnerFile file{_path, Secret{"token"}};
        CPPUNIT_ASSERT(!std::filesystem::is_symlink(_path));
        CPPUNIT_ASSERT_EQUAL(std::string{"kept"}, content(_folder.path() + "/elsewhere"));
    }

    void failsWhereItCannotBe()
    {
        CPPUNIT_ASSERT_THROW(OwnerFile(_folder.path() + "/none/v.sock.owner", Secret{"token"}), std::system_error);
        // A folder in its place stays, and nothing with the token in it beside that.
        _folder.write("v.sock.owner/file", "");
        CPPUNIT_ASSERT_THROW(OwnerFile(_path, Secret{"token"}), std::system_error);
        const std::filesystem::directory_iterator all{_folder.path()};
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{1}, std::distance(begin(all), end(all)));
    }

    TestFolder _folder;
    std::string _path{_folder.path("v.sock.owner")};
};
CPPUNIT_TEST_SUITE_REGISTRATION(OwnerFileTest);

} // namespace venomx::tests
