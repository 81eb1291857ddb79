// The audit against channels that block, fail and recover: nobody waits for them, and what was lost is counted.
#include <Poco/Message.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cppunit/extensions/HelperMacros.h>
#include <future>
#include <mutex>
#include <sstream>
#include <system_error>
#include <thread>
#include <venomx/sdk/testing.h>

#include "kernel/audit/AuditTrail.h"

namespace venomx::kernel::tests
{
namespace
{

using namespace std::chrono_literals;
using venomx::testing::FakeLog;
using venomx::testing::ManualClock;

constexpr auto kPatience = 20s;
constexpr VerbSpec kRead{.name = "lab.read", .summary = "Read"};
constexpr VerbSpec kWrite{.name = "lab.write", .summary = "Write", .effect = Effect::write};
constexpr VerbSpec kDestroy{.name = "lab.destroy", .summary = "Destroy", .effect = Effect::destroy};

/// A disk with two switches: it fails, or it does not come back.
class Disk final : public Poco::Channel
{
public:
    void open() override { answer(); }
    void close() override
    {
        const std::lock_guard lock(_mutex);
        _closed = true;
        _changed.notify_all();
    }
    void log(const Poco::Message& message) override
    {
        answer();
        const std::lock_guard lock(_mutex);
        if (message.getText().size() > _room) throw std::system_error(ENOSPC, std::system_category(), "disk");
        std::istringstream text{message.getText()};
        for (std::string line; std::getline(text, line);) _lines.push_back(line);
        _writes.push_back(message.getText().size());
        _changed.notify_all();
    }

    void fail(int error) { _error = error; }
    /// Bytes of one write that it takes.
    void room(std::size_t bytes)
    {
        const std::lock_guard lock(_mutex);
        _room = bytes;
    }
    void block(bool blocked)
    {
        const std::lock_guard lock(_mutex);
        _blocked = blocked;
        _changed.notify_all();
    }
    void waitUntilClosed()
    {
        waitFor([this] { return _closed; });
    }
    void waitUntilReached()
    {
        waitFor([this] { return _held; });
    }
    std::vector<std::string> waitForLines(std::size_t count)
    {
        waitFor([&] { return _lines.size() >= count; });
        const std::lock_guard lock(_mutex);
        return _lines;
    }

    /// The size of each that was done, in bytes.
    std::vector<std::size_t> writes()
    {
        const std::lock_guard lock(_mutex);
        return _writes;
    }

private:
    template <class Condition>
    void waitFor(Condition&& condition)
    {
        std::unique_lock lock(_mutex);
        CPPUNIT_ASSERT(_changed.wait_for(lock, kPatience, condition));
    }
    void answer()
    {
        {
            std::unique_lock lock(_mutex);
            _held = _blocked;
            _changed.notify_all();
            _changed.wait(lock, [this] { return !_blocked; });
            _held = false;
        }
        if (const int error = _error) throw std::system_error(error, std::system_category(), "disk");
    }

    std::mutex _mutex;
    std::condition_variable _changed;
    std::vector<std::string> _lines;
    std::vector<std::size_t> _writes;
    std::size_t _room{std::string::npos};
    std::atomic<int> _error{0};
    bool _blocked{false};
    bool _held{false};
    bool _closed{false};
};

/// Tells when somebody asks it, once it is told to.
class WatchedClock final : public Clock
{
public:
    [[nodiscard]] std::chrono::steady_clock::time_point steady() const override
    {
        if (_watched.exchange(false)) _asked.set_value();
        return {};
    }
    [[nodiscard]] std::chrono::system_clock::time_point system() const override { return {}; }
    [[nodiscard]] std::future<void> next()
    {
        auto asked = _asked.get_future();
        _watched = true;
        return asked;
    }

private:
    mutable std::atomic<bool> _watched{false};
    mutable std::promise<void> _asked;
};

std::string between(const std::string& text, const std::string& from, const std::string& to)
{
    const std::size_t start = text.find(from);
    CPPUNIT_ASSERT(start != std::string::npos);
    const std::size_t begin = start + from.size();
    return text.substr(begin, text.find(to, begin) - begin);
}

} // namespace

class AuditTrailTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(AuditTrailTest);
    CPPUNIT_TEST(whatHasALine);
    CPPUNIT_TEST(linesAreHandedOverTogether);
    CPPUNIT_TEST(linesThatWaitAreWrittenTogether);
    CPPUNIT_TEST(linesWithoutRoomTogetherAreWrittenOneByOne);
    CPPUNIT_TEST(aSlowDiskDelaysNobody);
    CPPUNIT_TEST(whatIsPastTheBoundIsLostAndCounted);
    CPPUNIT_TEST(aFailingDiskKeepsLinesForLater);
    CPPUNIT_TEST(aLookTriesAgain);
    CPPUNIT_TEST(eachLookSeesThePresent);
    CPPUNIT_TEST(requiredRefusesWhatCannotBeWritten);
    CPPUNIT_TEST(aDeadDiskIsStalled);
    CPPUNIT_TEST(theEndWritesWhatWaits);
    CPPUNIT_TEST(theEndDoesNotWaitForADeadDisk);
    CPPUNIT_TEST(aThreadLeftBehindTouchesNothing);
    CPPUNIT_TEST_SUITE_END();

    Poco::AutoPtr<Disk> _disk{Poco::makeAuto<Disk>()};
    FakeLog _log;
    ManualClock _clock;

    [[nodiscard]] AuditParts parts() const
    {
        return {.channel = _disk,
                .look =
                    [] {
                        return FolderLook{true, true, true, true, 1'000};
                    },
                .log = const_cast<FakeLog&>(_log),
                .clock = _clock,
                .file = "/state/audit.jsonl"};
    }
    static void record(AuditTrail& trail, const VerbSpec& spec, std::string_view code = "ok", const TargetNames& targets = {})
    {
        trail.record({.verb = spec.name,
                      .code = code,
                      .spec = &spec,
                      .caller = PrincipalId::generated(4),
                      .pid = 71,
                      .took = 2'999us,
                      .targets = targets});
    }
    static std::string word(Literal trouble) { return std::string{trouble.view()}; }

public:
    void whatHasALine()
    {
        _clock.set(std::chrono::steady_clock::now(), std::chrono::system_clock::time_point{1'764'500'711'042ms});
        AuditTrail trail(parts());
        TargetNames targets;
        targets.add(ResourceId{ResourceKind::pane, 7});
        targets.add(std::string_view{"secret"});
        targets.add(std::string_view{"g3"});
        record(trail, kRead);
        record(trail, kWrite, "ok", targets);
        record(trail, kRead, "not_found.pane");
        record(trail, kRead, "denied.read");
        record(trail, kDestroy, "conflict.pane_exited");
        trail.record({.verb = {}, .code = "not_found.verb", .spec = nullptr, .caller = {}, .pid = 1, .took = 0us, .targets = targets});
        trail.denied(PrincipalId::unknown(), 72, "denied.token");
        const auto lines = _disk->waitForLines(4);
        const std::string at = R"({"at":"2025-11-30T11:05:11.042Z","seq":)";
        const std::string who = R"(,"principal":"g4","pid":71,"verb":"lab.)";
        CPPUNIT_ASSERT_EQUAL(at + "1" + who + R"(write","targets":["p7","g3"],"outcome":"ok","ms":2})", lines.at(0));
        CPPUNIT_ASSERT_EQUAL(at + "2" + who + R"(read","targets":[],"outcome":"denied.read","ms":2})", lines.at(1));
        CPPUNIT_ASSERT_EQUAL(at + "3" + who + R"(destroy","targets":[],"outcome":"conflict.pane_exited","ms":2})", lines.at(2));
        CPPUNIT_ASSERT_EQUAL(at + R"(4,"principal":"unknown","pid":72,"verb":"hello","targets":[],"outcome":"denied.token","ms":0})",
                             lines.at(3));
        CPPUNIT_ASSERT(trail.finish(kPatience));
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, _disk->waitForLines(4).size());
        _disk->waitUntilClosed();
    }

    void aSlowDiskDelaysNobody()
    {
        AuditTrail trail(parts());
        _disk->block(true);
        record(trail, kWrite);
        _disk->waitUntilReached();
        // The disk holds the first; a thousand more are taken while it does.
        for (int i = 0; i < 1'000; ++i) record(trail, kWrite);
        CPPUNIT_ASSERT(!trail.refusesWrites());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, trail.written().read());
        _disk->block(false);
        const auto lines = _disk->waitForLines(1'001);
        for (std::size_t i = 0; i < lines.size(); ++i) CPPUNIT_ASSERT_EQUAL(std::to_string(i + 1), between(lines[i], R"("seq":)", ","));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, trail.lost().read());
    }

    void whatIsPastTheBoundIsLostAndCounted()
    {
        AuditTrail trail(parts());
        trail.limit(true, 16);
        _disk->block(true);
        for (int i = 0; i < 20; ++i) record(trail, kWrite);
        CPPUNIT_ASSERT(trail.refusesWrites());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{4}, trail.lost().read());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, _log.lines().size());
        _disk->block(false);
        CPPUNIT_ASSERT_EQUAL(std::string{"16"}, between(_disk->waitForLines(16).back(), R"("seq":)", ","));
        record(trail, kWrite);
        CPPUNIT_ASSERT_EQUAL(std::string{"21"}, between(_disk->waitForLines(17).back(), R"("seq":)", ","));
        CPPUNIT_ASSERT(trail.finish(kPatience));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{17}, trail.written().read());
    }

    void aFailingDiskKeepsLinesForLater()
    {
        AuditTrail trail(parts());
        _disk->fail(ENOSPC);
        for (int i = 0; i < 5; ++i) record(trail, kWrite);
        const AuditState failing = trail.look(kPatience);
        CPPUNIT_ASSERT_EQUAL(std::string{"full"}, word(failing.trouble));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{5}, failing.waiting);
        _disk->fail(EROFS);
        CPPUNIT_ASSERT_EQUAL(std::string{"denied"}, word(trail.look(kPatience).trouble));
        _disk->fail(ENOENT);
        CPPUNIT_ASSERT_EQUAL(std::string{"missing"}, word(trail.look(kPatience).trouble));
        _disk->fail(EIO);
        CPPUNIT_ASSERT_EQUAL(std::string{"other"}, word(trail.look(kPatience).trouble));
        _disk->fail(0);
        record(trail, kWrite);
        CPPUNIT_ASSERT_EQUAL(std::size_t{6}, _disk->waitForLines(6).size());
        const AuditState well = trail.look(kPatience);
        CPPUNIT_ASSERT_EQUAL(std::string{"none 0"}, word(well.trouble) + ' ' + std::to_string(well.waiting));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, trail.lost().read());
        CPPUNIT_ASSERT_EQUAL(std::string{"the audit is written again"}, _log.lines().back());
        CPPUNIT_ASSERT_EQUAL(std::string{"the audit cannot be written to /state/audit.jsonl: No space left on device"},
                             _log.lines().front());
        CPPUNIT_ASSERT_EQUAL(std::size_t{5}, _log.lines().size()); // one for each change
    }

    void aLookTriesAgain()
    {
        _disk->fail(EACCES);
        AuditTrail trail(parts());
        trail.limit(true, 16);
        CPPUNIT_ASSERT(trail.refusesWrites()); // known before the first request
        CPPUNIT_ASSERT_EQUAL(std::string{"denied"}, word(trail.look(kPatience).trouble));
        _disk->fail(0);
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, word(trail.look(kPatience).trouble));
        CPPUNIT_ASSERT(!trail.refusesWrites());
    }

    /// Also one that comes while another is out.
    void eachLookSeesThePresent()
    {
        WatchedClock clock;
        std::atomic<std::uint64_t> free{1};
        std::promise<void> reached;
        std::promise<void> go;
        std::atomic<int> looks{0};
        const auto look = [&]
        {
            const FolderLook found{true, true, true, true, free};
            if (++looks == 2) // the first was the start's
            {
                reached.set_value();
                go.get_future().wait();
            }
            return found;
        };
        AuditTrail trail({.channel = _disk, .look = look, .log = _log, .clock = clock});
        auto first = std::async(std::launch::async, [&] { return trail.look(kPatience); });
        reached.get_future().wait();
        free = 2;
        auto asked = clock.next();
        auto second = std::async(std::launch::async, [&] { return trail.look(kPatience).folder.freeMebibytes; });
        asked.wait(); // the second has asked
        go.set_value();
        first.wait();
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{2}, second.get());
    }

    void linesAreHandedOverTogether()
    {
        int asked = 0;
        AuditParts withHandOver = parts();
        withHandOver.soon = [&] { ++asked; };
        AuditTrail trail(std::move(withHandOver));
        for (int i = 0; i < 3; ++i) record(trail, kWrite);
        CPPUNIT_ASSERT_EQUAL(3, asked);
        CPPUNIT_ASSERT(_disk->waitForLines(0).empty());
        trail.handOver();
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, _disk->waitForLines(3).size());
        record(trail, kWrite);
        CPPUNIT_ASSERT(trail.finish(kPatience)); // without another word
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, _disk->waitForLines(4).size());
    }

    void linesThatWaitAreWrittenTogether()
    {
        AuditTrail trail(parts());
        _disk->block(true);
        for (int i = 0; i < 1'000; ++i) record(trail, kWrite);
        _disk->block(false);
        const auto lines = _disk->waitForLines(1'000);
        for (std::size_t i = 0; i < lines.size(); ++i) CPPUNIT_ASSERT_EQUAL(std::to_string(i + 1), between(lines[i], R"("seq":)", ","));
        CPPUNIT_ASSERT(trail.finish(kPatience));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1'000}, trail.written().read());
        const auto writes = _disk->writes();
        CPPUNIT_ASSERT(writes.size() < 300);
        CPPUNIT_ASSERT(std::ranges::max(writes) < 1'024); // with the last newline no more than the smallest file holds
    }

    void linesWithoutRoomTogetherAreWrittenOneByOne()
    {
        AuditTrail trail(parts());
        _disk->block(true);
        for (int i = 0; i < 20; ++i) record(trail, kWrite);
        _disk->room(200); // for one line
        _disk->block(false);
        const auto lines = _disk->waitForLines(20);
        for (std::size_t i = 0; i < lines.size(); ++i) CPPUNIT_ASSERT_EQUAL(std::to_string(i + 1), between(lines[i], R"("seq":)", ","));
        CPPUNIT_ASSERT(trail.finish(kPatience));
        CPPUNIT_ASSERT_EQUAL(std::size_t{20}, _disk->writes().size());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{20}, trail.written().read());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, trail.lost().read());
        CPPUNIT_ASSERT(_log.lines().empty());
    }

    void requiredRefusesWhatCannotBeWritten()
    {
        AuditTrail trail(parts());
        _disk->fail(ENOSPC);
        record(trail, kWrite);
        static_cast<void>(trail.look(kPatience));
        CPPUNIT_ASSERT(!trail.refusesWrites()); // not required
        trail.limit(true, 16);
        CPPUNIT_ASSERT(trail.refusesWrites());
        _disk->fail(0);
        record(trail, kWrite, "unavailable.audit"); // the refusal's own line finds out that the trouble is over
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, _disk->waitForLines(2).size());
        static_cast<void>(trail.look(kPatience));
        CPPUNIT_ASSERT(!trail.refusesWrites());
    }

    void aDeadDiskIsStalled()
    {
        _clock.set(std::chrono::steady_clock::now(), std::chrono::system_clock::now());
        AuditTrail trail(parts());
        trail.limit(true, 16);
        _disk->block(true);
        record(trail, kWrite);
        _disk->waitUntilReached();
        CPPUNIT_ASSERT(!trail.refusesWrites());
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, word(trail.look(1ms).trouble)); // so far it is slow at most
        _clock.advance(2s);
        CPPUNIT_ASSERT(trail.refusesWrites());
        CPPUNIT_ASSERT_EQUAL(std::string{"stalled"}, word(trail.look(1ms).trouble));
        // Who looks again waits no more.
        CPPUNIT_ASSERT_EQUAL(std::string{"stalled"}, word(trail.look(std::chrono::hours{1}).trouble));
        _disk->block(false);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, _disk->waitForLines(1).size());
        while (word(trail.look(kPatience).trouble) != "none") std::this_thread::yield();
        CPPUNIT_ASSERT(!trail.refusesWrites());
    }

    void theEndWritesWhatWaits()
    {
        AuditTrail trail(parts());
        _disk->block(true);
        for (int i = 0; i < 100; ++i) record(trail, kWrite);
        std::thread helper{[this] { _disk->block(false); }};
        CPPUNIT_ASSERT(trail.finish(kPatience));
        helper.join();
        CPPUNIT_ASSERT_EQUAL(std::size_t{100}, _disk->waitForLines(100).size());
        CPPUNIT_ASSERT(trail.finish(0ms));
    }

    void theEndDoesNotWaitForADeadDisk()
    {
        AuditTrail trail(parts());
        _disk->block(true);
        record(trail, kWrite);
        _disk->waitUntilReached();
        CPPUNIT_ASSERT(!trail.finish(1ms));
        CPPUNIT_ASSERT_EQUAL(std::string{"the daemon ends with audit lines unwritten: 1"}, _log.lines().back());
        _disk->block(false);
        CPPUNIT_ASSERT(trail.finish(kPatience));
    }

    void aThreadLeftBehindTouchesNothing()
    {
        {
            AuditTrail trail(parts());
            _disk->block(true);
            record(trail, kWrite);
            record(trail, kWrite);
            _disk->waitUntilReached();
            CPPUNIT_ASSERT(!trail.finish(1ms));
        }
        const std::size_t said = _log.lines().size();
        _disk->fail(EIO);
        _disk->block(false);
        _disk->waitUntilClosed();
        CPPUNIT_ASSERT_EQUAL(said, _log.lines().size());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AuditTrailTest);

} // namespace venomx::kernel::tests
