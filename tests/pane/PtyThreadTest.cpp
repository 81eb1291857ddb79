// The thread that reads terminals, on a terminal whose other side the test holds: what it says of its end.
#include "PtyThread.h"

#include <cppunit/extensions/HelperMacros.h>
#include <cstdlib>
#include <fcntl.h>
#include <future>
#include <thread>
#include <unistd.h>
#include <venomx/sdk/testing.h>

namespace venomx::pane
{

namespace
{

/// Keeps how much had been read when it was told of the end.
class End final : public ConsoleListener
{
public:
    explicit End(const Console& console) : _console(console) {}
    void noticed(Notices) override {}
    void drained() override { _bytes.set_value(_console.bytesOut()); }

    [[nodiscard]] std::uint64_t bytes() { return _bytes.get_future().get(); }

private:
    const Console& _console;
    std::promise<std::uint64_t> _bytes;
};

/// A pseudo-terminal; its slave side does not wait.
struct Pair
{
    UniqueFd master{::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)};
    UniqueFd slave;

    Pair()
    {
        CPPUNIT_ASSERT(::grantpt(master.get()) == 0 && ::unlockpt(master.get()) == 0);
        slave = UniqueFd{::open(::ptsname(master.get()), O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)};
        CPPUNIT_ASSERT(static_cast<bool>(slave));
    }

    /// Writes until it holds more than is read at once; how many bytes it took. The system moves them on in its own time, and only
    /// then takes more.
    [[nodiscard]] std::uint64_t fill() const
    {
        const std::string part(1000, 'x');
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{20};
        std::uint64_t written = 0;
        while (written <= kAtOnce && std::chrono::steady_clock::now() < deadline)
        {
            const ssize_t count = ::write(slave.get(), part.data(), part.size());
            if (count > 0)
                written += static_cast<std::uint64_t>(count);
            else
                std::this_thread::yield();
        }
        return written;
    }

    static constexpr std::uint64_t kAtOnce = 16'384;
};

} // namespace

class PtyThreadTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(PtyThreadTest);
    CPPUNIT_TEST(testBehindWhenThePatienceEnds);
    CPPUNIT_TEST_SUITE_END();

    /// Somebody keeps the terminal open and full, and the thread comes to it only when there is no patience left.
    void testBehindWhenThePatienceEnds()
    {
        testing::FakeServices services;
        Counter bytes{"bytes", "direction", {Literal{"out"}, Literal{"in"}}};
        Pair terminal;
        const auto console =
            std::make_shared<Console>(std::move(terminal.master), TerminalSize{}, Console::Limits{.scrollback = 10, .input = 4'096});
        const auto end = std::make_shared<End>(*console);
        PtyThread thread{bytes, services.log};

        std::promise<void> busy;
        thread.loop().post([held = busy.get_future().share()] { held.wait(); });
        thread.adopt(console, end);
        thread.wake();
        const std::uint64_t written = terminal.fill();
        thread.ended(console, {});
        busy.set_value();
        CPPUNIT_ASSERT(written > Pair::kAtOnce);
        CPPUNIT_ASSERT_EQUAL(written, end->bytes());
        CPPUNIT_ASSERT_EQUAL(written, bytes.read(0));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PtyThreadTest);

} // namespace venomx::pane
