#include "DaemonProcess.h"
#include "Patience.h"
#include "WireClient.h"

#include <array>
#include <cppunit/extensions/HelperMacros.h>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/TestFolder.h"

namespace venomx::tests
{

/// The daemon's start, its files, its stop and what its exit status says.
class LifeTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(LifeTest);
    CPPUNIT_TEST(startsAndStopsCleanly);
    CPPUNIT_TEST(wrongWordsAndSettingsAreTwo);
    CPPUNIT_TEST(aLiveDaemonIsFive);
    CPPUNIT_TEST(aMissingResourceIsSix);
    CPPUNIT_TEST(aCrashLeavesNothingInTheWay);
    CPPUNIT_TEST(socketsAreTakenOver);
    CPPUNIT_TEST(serviceManagersAreTold);
    CPPUNIT_TEST(inheritedDescriptorsAreClosed);
    CPPUNIT_TEST(stopFinishesWhatRuns);
    CPPUNIT_TEST(stopCutsTheStuck);
    CPPUNIT_TEST(shutdownVerbAnswersFirst);
    CPPUNIT_TEST(reloadTakesWhatCanChange);
    CPPUNIT_TEST_SUITE_END();

    static mode_t modeOf(const std::string& path)
    {
        struct stat status
        {
        };
        CPPUNIT_ASSERT_EQUAL_MESSAGE(path, 0, ::lstat(path.c_str(), &status));
        return status.st_mode & 07777;
    }
    static sockaddr_un addressOf(const std::string& path)
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, path.data(), path.size());
        return address;
    }

    void startsAndStopsCleanly()
    {
        for (const int signal : {SIGTERM, SIGINT})
        {
            DaemonProcess daemon;
            CPPUNIT_ASSERT_EQUAL("venomx: listening on " + daemon.socket() + "\n", daemon.errors());
            CPPUNIT_ASSERT_EQUAL(mode_t{0700}, modeOf(daemon.folder() + "/run"));
            CPPUNIT_ASSERT_EQUAL(mode_t{0600}, modeOf(daemon.socket()));
            CPPUNIT_ASSERT_EQUAL(mode_t{0600}, modeOf(daemon.socket() + ".owner"));
            daemon.signal(signal);
            CPPUNIT_ASSERT_EQUAL(0, daemon.wait());
            CPPUNIT_ASSERT(!std::filesystem::exists(daemon.socket()));
            CPPUNIT_ASSERT(!std::filesystem::exists(daemon.socket() + ".owner"));
        }
    }

    static void endsWith(int status, std::vector<std::string> words, const std::string& line)
    {
        DaemonProcess daemon{{.words = std::move(words), .waitForSocket = false}};
        CPPUNIT_ASSERT_EQUAL(status, daemon.wait());
        CPPUNIT_ASSERT_MESSAGE(daemon.errors(), daemon.errors().starts_with("venomx: "));
        CPPUNIT_ASSERT_MESSAGE(daemon.errors(), daemon.errors().find(line) != std::string::npos);
        CPPUNIT_ASSERT(!std::filesystem::exists(daemon.socket()));
    }

    void wrongWordsAndSettingsAreTwo()
    {
        endsWith(2, {"--nonsense"}, "unknown option: --nonsense");
        endsWith(2, {"-D", "limits.pendig=3"}, "limits.pendig");
        endsWith(2, {"-D", "limits.pending=many"}, "limits.pending");
        endsWith(2, {"-D", "authority.unknown_grants=read everything"}, "authority.unknown_grants");
        endsWith(2, {"--config", "/nonexistent/venomx.properties"}, "/nonexistent/venomx.properties");
        endsWith(2, {"--socket", "/tmp/" + std::string(120, 'x')}, "longer than 107 bytes");
    }

    void aLiveDaemonIsFive()
    {
        DaemonProcess daemon;
        DaemonProcess second{{.words = {"--socket", daemon.socket()}, .waitForSocket = false}};
        CPPUNIT_ASSERT_EQUAL(5, second.wait());
        CPPUNIT_ASSERT_EQUAL("venomx: another daemon listens on " + daemon.socket() + "\n", second.errors());
        WireClient client{daemon.socket(), daemon.ownerToken()};
        CPPUNIT_ASSERT(client.call(1, "whoami").starts_with(R"({"id":1,"ok":)"));
    }

    void aMissingResourceIsSix()
    {
        endsWith(6, {"--socket", "/proc/none/v.sock"}, "/proc/none");
        const TestFolder folder;
        CPPUNIT_ASSERT_EQUAL(0, ::chmod(folder.path().c_str(), 0777));
        endsWith(6, {"--socket", folder.path("v.sock")}, "others may write in the socket's folder: " + folder.path());
    }

    void aCrashLeavesNothingInTheWay()
    {
        DaemonProcess daemon;
        const std::string socket = daemon.socket();
        const std::string token = daemon.ownerToken();
        daemon.signal(SIGKILL);
        siginfo_t gone{};
        CPPUNIT_ASSERT_EQUAL(0, ::waitid(P_PID, static_cast<id_t>(daemon.pid()), &gone, WEXITED | WNOWAIT));
        CPPUNIT_ASSERT(std::filesystem::exists(socket));
        DaemonProcess second{{.words = {"--socket", socket}}};
        CPPUNIT_ASSERT(token != daemon.ownerToken());
        WireClient old{socket};
        CPPUNIT_ASSERT(old.call(0, "hello", R"({"protocol":1,"token":")" + token + "\"}").find("denied.token") != std::string::npos);
        WireClient client{socket, daemon.ownerToken()};
        CPPUNIT_ASSERT_EQUAL(0, second.stop());
    }

    void socketsAreTakenOver()
    {
        const TestFolder folder;
        const std::string path = folder.path("v.sock");
        const int listening = ::socket(AF_UNIX, SOCK_STREAM, 0);
        const sockaddr_un address = addressOf(path);
        CPPUNIT_ASSERT_EQUAL(0, ::bind(listening, reinterpret_cast<const sockaddr*>(&address), sizeof address));
        CPPUNIT_ASSERT_EQUAL(0, ::listen(listening, 8));
        WireClient early{path};
        early.start(0, "hello", R"({"protocol":1})");
        {
            DaemonProcess daemon{{.handOver = listening}};
            CPPUNIT_ASSERT_EQUAL("venomx: listening on " + path + "\n", daemon.errors());
            CPPUNIT_ASSERT(early.line().starts_with(R"({"id":0,"ok":)"));
            CPPUNIT_ASSERT(std::filesystem::exists(path + ".owner"));
            CPPUNIT_ASSERT_EQUAL(0, daemon.stop());
        }
        CPPUNIT_ASSERT(std::filesystem::exists(path));
        CPPUNIT_ASSERT(!std::filesystem::exists(path + ".owner"));
        ::close(listening);
    }

    static std::string message(int socket)
    {
        std::array<char, 256> text;
        const ssize_t count = ::recv(socket, text.data(), text.size(), MSG_DONTWAIT);
        return count > 0 ? std::string(text.data(), static_cast<std::size_t>(count)) : std::string{};
    }

    void serviceManagersAreTold()
    {
        const std::string path = "/tmp/venomx-notify-" + std::to_string(::getpid());
        const int manager = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        const sockaddr_un address = addressOf(path);
        CPPUNIT_ASSERT_EQUAL(0, ::bind(manager, reinterpret_cast<const sockaddr*>(&address), sizeof address));
        DaemonProcess daemon{{.environment = {"NOTIFY_SOCKET=" + path, "WATCHDOG_USEC=20000"}}};
        std::string got;
        waitUntil("ready", [&] { return !(got = message(manager)).empty(); });
        CPPUNIT_ASSERT_EQUAL(std::string{"READY=1"}, got);
        for (int i = 0; i < 3; ++i)
        {
            waitUntil("alive", [&] { return !(got = message(manager)).empty(); });
            CPPUNIT_ASSERT_EQUAL(std::string{"WATCHDOG=1"}, got);
        }
        CPPUNIT_ASSERT_EQUAL(0, daemon.stop());
        waitUntil("stopping", [&] { return message(manager) == "STOPPING=1"; });
        ::close(manager);
        ::unlink(path.c_str());
    }

    void inheritedDescriptorsAreClosed()
    {
        std::array<int, 2> ends{};
        CPPUNIT_ASSERT_EQUAL(0, ::pipe(ends.data()));
        const DaemonProcess daemon;
        ::close(ends[1]);
        char byte = 0;
        CPPUNIT_ASSERT_EQUAL(ssize_t{0}, ::read(ends[0], &byte, 1));
        ::close(ends[0]);
    }

    void stopFinishesWhatRuns()
    {
        DaemonProcess daemon;
        WireClient client{daemon.socket(), daemon.ownerToken()};
        client.start(1, "lab.hold", R"({"tag":"h"})");
        client.start(2, "events");
        CPPUNIT_ASSERT(client.line().starts_with(R"({"id":2,"ok":)"));
        daemon.signal(SIGTERM);
        CPPUNIT_ASSERT(client.line().find(R"("kind":"daemon.stopping")") != std::string::npos);
        // It takes requests for as long as one runs.
        CPPUNIT_ASSERT(client.call(3, "daemon.info").find(R"("stopping":true)") != std::string::npos);
        // ... but for those that make what would have to end at once.
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"({"id":5,"error":{"code":"unavailable.shutdown","message":"the daemon is stopping","data":{}}})"},
            client.call(5, "principal.create"));
        client.start(4, "lab.release");
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":1,"ok":{"tag":"h"}})"}, client.line());
        CPPUNIT_ASSERT(client.line().starts_with(R"({"id":4,"ok":)"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":2,"end":{"reason":"closed"}})"}, client.line());
        CPPUNIT_ASSERT(!client.read());
        CPPUNIT_ASSERT_EQUAL(0, daemon.wait());
    }

    void stopCutsTheStuck()
    {
        DaemonProcess daemon;
        WireClient client{daemon.socket(), daemon.ownerToken()};
        client.start(1, "lab.big", R"({"bytes":7000000})");
        client.start(2, "lab.wait", R"({"tag":"w"})");
        WireClient other{daemon.socket(), daemon.ownerToken()};
        waitUntil("it waits", [&] { return other.call(1, "lab.count").find(R"("held":1)") != std::string::npos; });
        const auto begun = std::chrono::steady_clock::now();
        CPPUNIT_ASSERT_EQUAL(0, daemon.stop());
        CPPUNIT_ASSERT(std::chrono::steady_clock::now() - begun < std::chrono::seconds{10});
    }

    void shutdownVerbAnswersFirst()
    {
        DaemonProcess daemon;
        WireClient client{daemon.socket(), daemon.ownerToken()};
        CPPUNIT_ASSERT(client.call(1, "daemon.shutdown").starts_with(R"({"id":1,"ok":)"));
        CPPUNIT_ASSERT(!client.read());
        CPPUNIT_ASSERT_EQUAL(0, daemon.wait());
        CPPUNIT_ASSERT(!std::filesystem::exists(daemon.socket()));
    }

    void reloadTakesWhatCanChange()
    {
        const TestFolder folder;
        const std::string file = folder.path("venomx.properties");
        std::ofstream{file} << "authority.unknown_grants = read *\n";
        DaemonProcess daemon{{.words = {"--config", file}}};
        WireClient client{daemon.socket()};
        static_cast<void>(client.call(0, "hello", R"({"protocol":1})"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":1,"ok":{"principal":"unknown","grants":[{"right":"read","scope":"*"}]}})"},
                             client.call(1, "whoami"));
        std::ofstream{file} << "authority.unknown_grants = nonsense\n";
        daemon.signal(SIGHUP);
        waitUntil("the error is told", [&] { return daemon.errors().find("authority.unknown_grants") != std::string::npos; });
        std::ofstream{file} << "authority.unknown_grants =\nevents.ring = 32\n";
        daemon.signal(SIGHUP);
        waitUntil("the restart is told", [&] { return daemon.errors().find("this takes a restart: events.ring") != std::string::npos; });
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":1,"ok":{"principal":"unknown","grants":[]}})"}, client.call(1, "whoami"));
        CPPUNIT_ASSERT_EQUAL(0, daemon.stop());
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(LifeTest);

} // namespace venomx::tests
