// What reaches the descriptor: level, shape, escapes, length.
#include <algorithm>
#include <array>
#include <cppunit/extensions/HelperMacros.h>
#include <cstdlib>
#include <fcntl.h>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <venomx/sdk/unique_fd.h>

#include "kernel/health/DaemonLog.h"
#include "kernel/health/LogText.h"
#include "kernel/settings/KernelSettings.h"
#include "kernel/settings/SettingsStore.h"

namespace venomx::kernel::tests
{
namespace
{

/// A pipe whose reading end never blocks.
class Pipe
{
public:
    Pipe()
    {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) throw std::runtime_error("no pipe");
        _out.reset(ends[0]);
        in.reset(ends[1]);
    }
    std::string read(std::size_t most = 1U << 16)
    {
        std::string text(most, '\0');
        const ssize_t got = ::read(_out.get(), text.data(), text.size());
        text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
        return text;
    }
    /// The writing end waits for room, as standard error does.
    void block() { fcntl(in.get(), F_SETFL, 0); }
    UniqueFd in;

private:
    UniqueFd _out;
};

SettingsStore settings(std::vector<std::string> overrides)
{
    SettingsStore store({.overrides = std::move(overrides)});
    store.declare("kernel", kernelSettings());
    return store;
}

} // namespace

class DaemonLogTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(DaemonLogTest);
    CPPUNIT_TEST(writesALineOfText);
    CPPUNIT_TEST(writesJson);
    CPPUNIT_TEST(announcesInItsFormat);
    CPPUNIT_TEST(keepsToItsLevel);
    CPPUNIT_TEST(escapesControls);
    CPPUNIT_TEST(cutsLongText);
    CPPUNIT_TEST(threadsDoNotMixLines);
    CPPUNIT_TEST(aBrokenDescriptorLosesLines);
    CPPUNIT_TEST(nobodyIsWaitedFor);
    CPPUNIT_TEST(aLineThatWasBegunIsFinished);
    CPPUNIT_TEST(theJournalGetsPriorities);
    CPPUNIT_TEST_SUITE_END();

    Pipe _pipe;
    DaemonLog _log{_pipe.in.get()};

public:
    void writesALineOfText()
    {
        _log.warning("the disk is slow");
        const std::regex shape(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z warning: the disk is slow\n)");
        CPPUNIT_ASSERT(std::regex_match(_pipe.read(), shape));
    }

    void writesJson()
    {
        _log.configure(settings({"log.format=json"}));
        _log.error("a \"quoted\" word");
        const std::regex shape(R"re(\{"at":"[^"]+Z","level":"error","text":"a \\"quoted\\" word"\}\n)re");
        CPPUNIT_ASSERT(std::regex_match(_pipe.read(), shape));
    }

    void announcesInItsFormat()
    {
        _log.configure(settings({"log.level=error"}));
        _log.announce("listening on /run/v.sock");
        CPPUNIT_ASSERT_EQUAL(std::string{"venomx: listening on /run/v.sock\n"}, _pipe.read());
        _log.configure(settings({"log.level=error", "log.format=json"}));
        _log.announce("listening on /run/v.sock");
        const std::regex shape(R"re(\{"at":"[^"]+Z","level":"notice","text":"listening on /run/v\.sock"\}\n)re");
        CPPUNIT_ASSERT(std::regex_match(_pipe.read(), shape));
    }

    void keepsToItsLevel()
    {
        _log.debug("hidden");
        CPPUNIT_ASSERT_EQUAL(std::string{}, _pipe.read());
        _log.configure(settings({"log.level=debug"}));
        _log.debug("shown");
        CPPUNIT_ASSERT(_pipe.read().ends_with(" debug: shown\n"));
        _log.configure(settings({"log.level=information"}));
        _log.debug("hidden");
        _log.information("shown");
        CPPUNIT_ASSERT(_pipe.read().ends_with(" information: shown\n"));
        _log.configure(settings({"log.level=error"}));
        _log.warning("hidden");
        CPPUNIT_ASSERT_EQUAL(std::string{}, _pipe.read());
    }

    void escapesControls()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"a\\x0Ab\\x1B[2J\\x7F\\x00"}, logText(std::string_view{"a\nb\x1B[2J\x7F\0", 9}));
        CPPUNIT_ASSERT_EQUAL(std::string{"\\xC2\\x9B31m"}, logText("\xC2\x9B"
                                                                   "31m")); // a C1 control
        CPPUNIT_ASSERT_EQUAL(std::string{"\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"}, logText("\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"));
        CPPUNIT_ASSERT_EQUAL(std::string{"\\xFF\\xC3"}, logText("\xFF\xC3"));                   // not UTF-8
        CPPUNIT_ASSERT_EQUAL(std::string{"\\xC0\\x80"}, logText("\xC0\x80"));                   // overlong
        CPPUNIT_ASSERT_EQUAL(std::string{"\\xE0\\x80\\x80"}, logText("\xE0\x80\x80"));          // overlong
        CPPUNIT_ASSERT_EQUAL(std::string{"\\xED\\xA0\\x80"}, logText("\xED\xA0\x80"));          // a surrogate
        CPPUNIT_ASSERT_EQUAL(std::string{"\\xF4\\x90\\x80\\x80"}, logText("\xF4\x90\x80\x80")); // past the last code point
        CPPUNIT_ASSERT_EQUAL(std::string{"\\xE2\\x80\\xA8"}, logText("\xE2\x80\xA8"));          // a line separator
    }

    void cutsLongText()
    {
        CPPUNIT_ASSERT_EQUAL(std::string(kLongestLogText, 'x'), logText(std::string(kLongestLogText, 'x')));
        const std::string cut = logText(std::string(kLongestLogText + 1, 'x'));
        CPPUNIT_ASSERT_EQUAL(std::string(kLongestLogText - 3, 'x') + "\u2026", cut);
        const std::string escaped = logText(std::string(2'000, '\x01'));
        CPPUNIT_ASSERT(escaped.size() <= kLongestLogText);
        CPPUNIT_ASSERT(escaped.ends_with("\\x01\u2026"));
    }

    void threadsDoNotMixLines()
    {
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back(
                [&]
                {
                    for (int k = 0; k < 50; ++k) _log.error("0123456789");
                });
        for (auto& thread : threads) thread.join();
        const std::string text = _pipe.read();
        const std::regex line(R"([^\n]{24} error: 0123456789\n)");
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{200},
                             std::distance(std::sregex_iterator(text.begin(), text.end(), line), std::sregex_iterator()));
    }

    void aBrokenDescriptorLosesLines()
    {
        DaemonLog broken(-1);
        broken.error("nobody reads this");
        for (int i = 0; i < 5'000; ++i) _log.error("the pipe is full at some point"); // the writing end does not block here
        CPPUNIT_ASSERT(!_pipe.read().empty());
    }

    static void fill(DaemonLog& log, int lines)
    {
        for (int i = 0; i < lines; ++i) log.error("0123456789");
    }

    std::string drained()
    {
        std::string all;
        for (std::string more; !(more = _pipe.read()).empty();) all += more;
        return all;
    }

    static std::size_t lines(const std::string& text) { return static_cast<std::size_t>(std::ranges::count(text, '\n')); }

    /// A line is 43 bytes long.
    void nobodyIsWaitedFor()
    {
        _pipe.block();
        fill(_log, 3'000);
        const std::string taken = _pipe.read();
        const std::size_t before = lines(taken);
        CPPUNIT_ASSERT(before > 0 && before < 3'000);
        CPPUNIT_ASSERT_EQUAL(std::size_t{43} * before, taken.size());
        _log.error("after that");
        const std::string after = _pipe.read();
        const std::string lost = std::to_string(3'000 - before);
        CPPUNIT_ASSERT_MESSAGE(after, after.find("Z warning: lines of the log that nobody took and that are lost: " + lost + "\n") == 23);
        CPPUNIT_ASSERT(after.ends_with("Z error: after that\n"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, lines(after));
        _log.error("and on");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, lines(_pipe.read()));
    }

    /// One that is too long for one write that cannot block.
    void aLineThatWasBegunIsFinished()
    {
        _pipe.block();
        const std::string text(kLongestLogText, 'x');
        std::string all;
        for (int i = 0; i < 200; ++i)
        {
            _log.error(text);
            if (i > 20) all += _pipe.read(977);
        }
        all += drained();
        _log.error("on"); // and what was left of the last
        all += drained();
        std::istringstream whole{all};
        std::size_t count = 0;
        for (std::string line; std::getline(whole, line); ++count)
        {
            const std::string said = line.substr(std::min<std::size_t>(line.size(), 25));
            CPPUNIT_ASSERT_MESSAGE(line, said == "error: " + text || said == "error: on" || said.starts_with("warning: lines of the log"));
        }
        CPPUNIT_ASSERT(all.ends_with("error: on\n"));
        CPPUNIT_ASSERT(count > 20 && count < 200);
    }

    void theJournalGetsPriorities()
    {
        struct stat status = {};
        CPPUNIT_ASSERT_EQUAL(0, fstat(_pipe.in.get(), &status));
        setenv("JOURNAL_STREAM", (std::to_string(status.st_dev) + ':' + std::to_string(status.st_ino)).c_str(), 1);
        DaemonLog log(_pipe.in.get());
        setenv("JOURNAL_STREAM", "1:1", 1);
        DaemonLog elsewhere(_pipe.in.get());
        unsetenv("JOURNAL_STREAM");
        log.error("it broke");
        log.announce("listening on /run/v.sock");
        CPPUNIT_ASSERT_EQUAL(std::string{"<3>it broke\n<5>listening on /run/v.sock\n"}, _pipe.read());
        log.configure(settings({"log.format=json"}));
        log.warning("it is slow");
        const std::regex shape(R"re(<4>\{"at":"[^"]+Z","level":"warning","text":"it is slow"\}\n)re");
        CPPUNIT_ASSERT(std::regex_match(_pipe.read(), shape));
        log.configure(settings({"log.level=debug"}));
        log.information("it is so");
        log.debug("and so");
        CPPUNIT_ASSERT_EQUAL(std::string{"<6>it is so\n<7>and so\n"}, _pipe.read());
        elsewhere.error("it broke");
        CPPUNIT_ASSERT(_pipe.read().ends_with("Z error: it broke\n"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DaemonLogTest);

} // namespace venomx::kernel::tests
