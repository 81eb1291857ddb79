#include "DaemonProcess.h"
#include "Patience.h"
#include "WireClient.h"

#include <cppunit/extensions/HelperMacros.h>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

namespace venomx::tests
{

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

/// What clients sent is nowhere in the daemon's memory once it is dealt with, looked at from outside. Needs the right to read
/// another process's memory; without it there is nothing to see and each test says so.
class MemoryTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(MemoryTest);
    CPPUNIT_TEST(aCanaryThatIsHeldIsFound);
    CPPUNIT_TEST(lastRequestsLeaveNothing);
    CPPUNIT_TEST(manyRequestsLeaveNothing);
    CPPUNIT_TEST_SUITE_END();

    static std::string canary(std::size_t size)
    {
        static std::mt19937_64 dice{std::random_device{}()};
        std::string text;
        while (text.size() < size) text += static_cast<char>('a' + dice() % 26);
        return text;
    }

    /// The daemon is not dumpable, so only root sees its memory.
    static bool mayLook()
    {
        if (::geteuid() == 0) return true;
        std::fputs("MemoryTest: not root, so the daemon's memory is not looked at\n", stderr);
        return false;
    }

    /// Where it is, or empty. Mappings are named as the system names them.
    static std::string found(const DaemonProcess& daemon, const std::string& needle)
    {
        const std::string folder = "/proc/" + std::to_string(daemon.pid());
        std::ifstream maps{folder + "/maps"};
        const int memory = ::open((folder + "/mem").c_str(), O_RDONLY | O_CLOEXEC);
        CPPUNIT_ASSERT_MESSAGE("the daemon's memory can be read", memory >= 0);
        std::string line;
        std::string where;
        while (std::getline(maps, line) && where.empty())
        {
            unsigned long from = 0;
            unsigned long to = 0;
            char readable = 0;
            if (std::sscanf(line.c_str(), "%lx-%lx %c", &from, &to, &readable) != 3 || readable != 'r') continue;
            std::string content(to - from, '\0');
            if (::pread(memory, content.data(), content.size(), static_cast<off_t>(from)) != static_cast<ssize_t>(content.size())) continue;
            if (content.find(needle) != std::string::npos) where = line;
        }
        ::close(memory);
        return where;
    }

    static void assertGone(const DaemonProcess& daemon, const std::string& needle, const std::string& after)
    {
        CPPUNIT_ASSERT_EQUAL_MESSAGE(after, std::string{}, found(daemon, needle));
    }

    void aCanaryThatIsHeldIsFound()
    {
        if (!mayLook()) return;
        DaemonProcess daemon;
        WireClient client{daemon.socket(), daemon.ownerToken()};
        const std::string held = canary(24);
        client.start(1, "lab.hold", R"({"tag":")" + held + "\"}");
        waitUntil("it is there", [&] { return !found(daemon, held).empty(); });
    }

    void lastRequestsLeaveNothing()
    {
        if (!mayLook()) return;
        DaemonProcess daemon;
        assertGone(daemon, daemon.ownerToken().substr(20), "the start");
        for (const std::size_t size : {8U, 12U, 15U, 16U, 23U, 32U, 64U, 100U})
        {
            WireClient client{daemon.socket(), daemon.ownerToken()};
            const std::string secret = canary(size);
            const std::vector<std::string> lines{
                R"({"id":1,"verb":"whoami","params":{"x":")" + secret + "\"}}",
                R"({"id":1,"verb":")" + secret + "\"}",
                R"({"id":1,"verb":"lab.count","params":")" + secret + "\"}",
                R"({"id":1,"verb":"events","params":{"kinds":[{"a":")" + secret + "\"}]}}",
                R"({"id":1,"verb":"pane.info","params":{"pane":")" + secret + "\"}}",
                R"({"id":1,"verb":"principal.revoke","params":{"principal":")" + secret + "\"}}",
                R"({"id":1,"verb":"whoami","params":{")" + secret + "\":1",
                R"({"id":1,"verb":"whoami","params":{"a":")" + secret + "\xff\"}}",
                secret,
                R"({"id":1,"verb":"hello","params":{"protocol":1,"token":")" + secret + "\"}}",
            };
            for (const std::string& line : lines)
            {
                CPPUNIT_ASSERT(client.ask(line).find("error") != std::string::npos);
                assertGone(daemon, secret, line);
            }
            WireClient fresh{daemon.socket()};
            CPPUNIT_ASSERT(fresh.call(1, "hello", R"({"protocol":1,"token":")" + secret + "\"}").find("denied.token") != std::string::npos);
            assertGone(daemon, secret, "a wrong token");
            {
                WireClient goes{daemon.socket(), daemon.ownerToken()};
                goes.send(R"({"id":1,"verb":"whoami","params":{"a":")" + secret);
            }
            waitUntil("the half line is gone with its sender", [&] { return found(daemon, secret).empty(); });
        }
    }

    void manyRequestsLeaveNothing()
    {
        if (!mayLook()) return;
        DaemonProcess daemon;
        WireClient client{daemon.socket(), daemon.ownerToken()};
        const std::string mark = canary(16);
        std::uint64_t id = 0;
        for (const std::size_t size : {13U, 200U, 4000U, 5000U, 20'000U, 70'000U, 300'000U})
        {
            const std::string filler(size, 'z');
            CPPUNIT_ASSERT(client.call(++id, "whoami", R"({"x":")" + mark + filler + mark + "\"}").find("error") != std::string::npos);
            CPPUNIT_ASSERT(client.call(++id, "lab.work", R"({"tag":")" + mark + filler + mark + "\"}").find("ok") != std::string::npos);
        }
        // The worker's own end of a job is not waited for by its answer.
        waitUntil("nothing is left", [&] { return found(daemon, mark).empty(); });
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(MemoryTest);

#endif

} // namespace venomx::tests
