#include <cppunit/extensions/HelperMacros.h>
#include <cstring>
#include <fstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "kernel/wire/ListeningSocket.h"
#include "kernel/wire/SocketPath.h"
#include "tests/support/TestFolder.h"

namespace venomx::tests
{

using namespace venomx::kernel;

class SocketTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(SocketTest);
    CPPUNIT_TEST(pathsComeFromTheWordsOrTheDefaults);
    CPPUNIT_TEST(foldersAreMadeForTheOwnerAlone);
    CPPUNIT_TEST(foldersOfOthersAreRefused);
    CPPUNIT_TEST(socketIsPrivateAndGoesWithItsOwner);
    CPPUNIT_TEST(aLiveOneIsLeftAlone);
    CPPUNIT_TEST(aLiveOneWithoutItsLockToo);
    CPPUNIT_TEST(oneThatLostItsPlaceSaysSo);
    CPPUNIT_TEST(aDeadOneIsReplaced);
    CPPUNIT_TEST(somethingElseIsNotReplaced);
    CPPUNIT_TEST(handedOverSocketsKeepTheirFile);
    CPPUNIT_TEST_SUITE_END();

    template <class Work>
    static int statusOf(Work&& work)
    {
        try
        {
            work();
        }
        catch (const StartError& error)
        {
            return error.status();
        }
        return 0;
    }

    static mode_t modeOf(const std::string& path)
    {
        struct stat status
        {
        };
        CPPUNIT_ASSERT_EQUAL_MESSAGE(path, 0, ::lstat(path.c_str(), &status));
        return status.st_mode & 07777;
    }

    static UniqueFd connectTo(const std::string& path)
    {
        UniqueFd socket{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, path.data(), path.size());
        return ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ? std::move(socket) : UniqueFd{};
    }

    void pathsComeFromTheWordsOrTheDefaults()
    {
        ::setenv("VENOMX_SOCKET", "/outer/venomx.sock", 1);
        ::setenv("XDG_RUNTIME_DIR", "/run/user/7", 1);
        CPPUNIT_ASSERT_EQUAL(std::string{"/a/b.sock"}, socketPath("/a/b.sock"));
        CPPUNIT_ASSERT_EQUAL(std::string{"/run/user/7/venomx/venomx.sock"}, socketPath(""));
        ::unsetenv("XDG_RUNTIME_DIR");
        CPPUNIT_ASSERT_EQUAL("/tmp/venomx-" + std::to_string(::getuid()) + "/venomx.sock", socketPath(""));
        CPPUNIT_ASSERT_EQUAL(std::filesystem::current_path().string() + "/x.sock", socketPath("x.sock"));
        ::unsetenv("VENOMX_SOCKET");
        CPPUNIT_ASSERT_EQUAL(std::size_t{107}, socketPath("/" + std::string(106, 'x')).size());
        CPPUNIT_ASSERT_EQUAL(2, statusOf([] { static_cast<void>(socketPath("/" + std::string(107, 'x'))); }));
        CPPUNIT_ASSERT_EQUAL(2, statusOf([] { static_cast<void>(socketPath("/tmp/")); }));
    }

    void foldersAreMadeForTheOwnerAlone()
    {
        const TestFolder folder;
        prepareSocketFolder(folder.path("a/b/v.sock"));
        CPPUNIT_ASSERT_EQUAL(mode_t{0700}, modeOf(folder.path("a")));
        CPPUNIT_ASSERT_EQUAL(mode_t{0700}, modeOf(folder.path("a/b")));
        prepareSocketFolder(folder.path("a/b/v.sock"));
    }

    void foldersOfOthersAreRefused()
    {
        const TestFolder folder;
        std::filesystem::create_directory(folder.path("shared"));
        for (const mode_t mode : {mode_t{0770}, mode_t{0707}, mode_t{01777}})
        {
            ::chmod((folder.path("shared")).c_str(), mode);
            CPPUNIT_ASSERT_EQUAL(6, statusOf([&] { prepareSocketFolder(folder.path("shared/v.sock")); }));
        }
        ::chmod((folder.path("shared")).c_str(), 0755);
        CPPUNIT_ASSERT_EQUAL(0, statusOf([&] { prepareSocketFolder(folder.path("shared/v.sock")); }));
        std::ofstream{folder.path("file")} << "x";
        CPPUNIT_ASSERT_EQUAL(6, statusOf([&] { prepareSocketFolder(folder.path("file/v.sock")); }));
        if (::geteuid() != 0) return;
        CPPUNIT_ASSERT_EQUAL(0, ::chown((folder.path("shared")).c_str(), 12345, 12345));
        CPPUNIT_ASSERT_EQUAL(6, statusOf([&] { prepareSocketFolder(folder.path("shared/v.sock")); }));
        std::filesystem::create_directory(folder.path("own"));
        std::filesystem::create_symlink(folder.path("own"), folder.path("link"));
        CPPUNIT_ASSERT_EQUAL(0, statusOf([&] { prepareSocketFolder(folder.path("link/v.sock")); }));
        CPPUNIT_ASSERT_EQUAL(0, ::lchown((folder.path("link")).c_str(), 12345, 12345));
        CPPUNIT_ASSERT_EQUAL(6, statusOf([&] { prepareSocketFolder(folder.path("link/v.sock")); }));
    }

    void socketIsPrivateAndGoesWithItsOwner()
    {
        const TestFolder folder;
        const std::string path = folder.path("v.sock");
        const mode_t before = ::umask(0);
        {
            auto socket = ListeningSocket::bindAt(path);
            CPPUNIT_ASSERT_EQUAL(mode_t{0600}, modeOf(path));
            CPPUNIT_ASSERT_EQUAL(mode_t{0600}, modeOf(path + ".lock"));
            CPPUNIT_ASSERT(!connectTo(path));
            socket.listen();
            CPPUNIT_ASSERT(connectTo(path));
        }
        CPPUNIT_ASSERT_EQUAL(mode_t{0}, ::umask(before));
        CPPUNIT_ASSERT(!std::filesystem::exists(path));
    }

    void aLiveOneIsLeftAlone()
    {
        const TestFolder folder;
        const std::string path = folder.path("v.sock");
        auto socket = ListeningSocket::bindAt(path);
        socket.listen();
        CPPUNIT_ASSERT_EQUAL(5, statusOf([&] { static_cast<void>(ListeningSocket::bindAt(path)); }));
        CPPUNIT_ASSERT(connectTo(path));
    }

    void aLiveOneWithoutItsLockToo()
    {
        const TestFolder folder;
        const std::string path = folder.path("v.sock");
        auto socket = ListeningSocket::bindAt(path);
        socket.listen();
        std::filesystem::remove(path + ".lock");
        for (int i = 0; i < 2; ++i) CPPUNIT_ASSERT_EQUAL(5, statusOf([&] { static_cast<void>(ListeningSocket::bindAt(path)); }));
        CPPUNIT_ASSERT(connectTo(path));
        // Also where nobody takes any more connections for now.
        CPPUNIT_ASSERT_EQUAL(0, ::listen(socket.fd(), 0));
        CPPUNIT_ASSERT_EQUAL(5, statusOf([&] { static_cast<void>(ListeningSocket::bindAt(path)); }));
    }

    /// Before it listened, when it could not be told from a dead one.
    void oneThatLostItsPlaceSaysSo()
    {
        const TestFolder folder;
        const std::string path = folder.path("v.sock");
        auto first = ListeningSocket::bindAt(path);
        std::filesystem::remove(path + ".lock");
        auto second = ListeningSocket::bindAt(path);
        CPPUNIT_ASSERT_EQUAL(5, statusOf([&] { first.requirePlace(); }));
        first.remove();
        second.requirePlace();
        second.listen();
        CPPUNIT_ASSERT(connectTo(path));
        std::filesystem::remove(path);
        CPPUNIT_ASSERT_EQUAL(6, statusOf([&] { second.requirePlace(); }));
    }

    void aDeadOneIsReplaced()
    {
        const TestFolder folder;
        const std::string path = folder.path("v.sock");
        const UniqueFd dead{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, path.data(), path.size());
        CPPUNIT_ASSERT_EQUAL(0, ::bind(dead.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address));
        auto socket = ListeningSocket::bindAt(path);
        socket.listen();
        CPPUNIT_ASSERT(connectTo(path));
        // One that took its place is not the first one's to remove.
        std::filesystem::remove(path);
        std::ofstream{path} << "another's";
        socket.remove();
        CPPUNIT_ASSERT(std::filesystem::exists(path));
    }

    void somethingElseIsNotReplaced()
    {
        const TestFolder folder;
        const std::string path = folder.path("v.sock");
        std::ofstream{path} << "precious";
        CPPUNIT_ASSERT_EQUAL(6, statusOf([&] { static_cast<void>(ListeningSocket::bindAt(path)); }));
        CPPUNIT_ASSERT_EQUAL(std::uintmax_t{8}, std::filesystem::file_size(path));
    }

    void handedOverSocketsKeepTheirFile()
    {
        const TestFolder folder;
        const std::string path = folder.path("v.sock");
        UniqueFd given{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, path.data(), path.size());
        CPPUNIT_ASSERT_EQUAL(0, ::bind(given.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address));
        CPPUNIT_ASSERT_EQUAL(0, ::listen(given.get(), 8));
        {
            const auto socket = ListeningSocket::takeOver(std::move(given));
            CPPUNIT_ASSERT_EQUAL(path, socket.path());
            struct stat status
            {
            };
            CPPUNIT_ASSERT_EQUAL(0, ::lstat(path.c_str(), &status));
            CPPUNIT_ASSERT((socket.file() == FileNumber{.device = status.st_dev, .inode = status.st_ino}));
            CPPUNIT_ASSERT_EQUAL(5, statusOf([&] { static_cast<void>(ListeningSocket::bindAt(path)); }));
        }
        CPPUNIT_ASSERT(std::filesystem::exists(path));
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(SocketTest);

} // namespace venomx::tests
