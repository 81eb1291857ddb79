// What the tests of the audit share: a disk that can be told to fail, and a trail on it.
#pragma once

#include <Poco/AutoPtr.h>
#include <Poco/Channel.h>
#include <Poco/Message.h>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cppunit/TestAssert.h>
#include <cppunit/TestFixture.h>
#include <cstddef>
#include <mutex>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>
#include <venomx/sdk/testing.h>

#include "kernel/audit/AuditTrail.h"

namespace venomx::kernel::tests
{

constexpr std::chrono::seconds kPatience{20};
constexpr VerbSpec kRead{.name = "lab.read", .summary = "Read"};
constexpr VerbSpec kWrite{.name = "lab.write", .summary = "Write", .effect = Effect::write};
constexpr VerbSpec kDestroy{.name = "lab.destroy", .summary = "Destroy", .effect = Effect::destroy};

/// A disk with switches: it fails, has no memory, or does not come back.
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
    void starve(bool starved) { _starved = starved; }
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
        if (_starved) throw std::bad_alloc{};
        if (const int error = _error) throw std::system_error(error, std::system_category(), "disk");
    }

    std::mutex _mutex;
    std::condition_variable _changed;
    std::vector<std::string> _lines;
    std::vector<std::size_t> _writes;
    std::size_t _room{std::string::npos};
    std::atomic<int> _error{0};
    std::atomic<bool> _starved{false};
    bool _blocked{false};
    bool _held{false};
    bool _closed{false};
};

/// A disk, a log and a clock; each test makes its own trail of them.
class AuditFixture : public CppUnit::TestFixture
{
protected:
    [[nodiscard]] AuditParts parts()
    {
        return {.channel = _disk,
                .look =
                    [] {
                        return FolderLook{true, true, true, true, 1'000};
                    },
                .log = _log,
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
                      .took = std::chrono::microseconds{2'999},
                      .targets = targets});
    }
    static std::string word(Literal trouble) { return std::string{trouble.view()}; }
    /// That the lines are numbered from 1 on without a hole.
    static void assertInOrder(const std::vector<std::string>& lines)
    {
        for (std::size_t i = 0; i < lines.size(); ++i) CPPUNIT_ASSERT_EQUAL(std::to_string(i + 1), between(lines[i], R"("seq":)", ","));
    }
    static std::string between(const std::string& text, const std::string& from, const std::string& to)
    {
        const std::size_t start = text.find(from);
        CPPUNIT_ASSERT(start != std::string::npos);
        const std::size_t begin = start + from.size();
        return text.substr(begin, text.find(to, begin) - begin);
    }

    Poco::AutoPtr<Disk> _disk{Poco::makeAuto<Disk>()};
    venomx::testing::FakeLog _log;
    venomx::testing::ManualClock _clock;
};

} // namespace venomx::kernel::tests
