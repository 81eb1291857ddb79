// The audit's thread and what it shares with the control loop: the records that wait, and how writing them goes.
// Shared by the trail and the thread, so that a thread left behind in a dead disk finds it intact. `open`: before `run`; `run`:
// the audit's thread; the rest: any thread.
#pragma once

#include <Poco/AutoPtr.h>
#include <Poco/Channel.h>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <venomx/sdk/health.h>
#include <venomx/sdk/literal.h>
#include <venomx/sdk/log.h>
#include <venomx/sdk/services/clock.h>

#include "kernel/audit/AuditRecord.h"
#include "kernel/audit/StateFolder.h"

namespace venomx::kernel
{

struct AuditParts
{
    Poco::AutoPtr<Poco::Channel> channel; ///< `open` and `log` throw std::system_error when they fail
    std::function<FolderLook()> look;     ///< runs on the audit's thread
    Log& log;
    const Clock& clock;
    std::string file{}; ///< where the channel writes, for the log
    /// Asks for `AuditTrail::handOver` in a moment, when nobody waits for the control loop; empty: each record is handed over at once.
    std::function<void()> soon{};
};

/// How the audit stands.
struct AuditState
{
    Literal trouble{"none"}; ///< none, full, denied, missing, other; stalled: the disk does not answer
    std::uint64_t waiting{0};
    FolderLook folder{}; ///< as last seen
};

class AuditWriter
{
public:
    explicit AuditWriter(AuditParts parts);

    /// What fails is noted, and tried again later.
    void open();
    void run();

    void limit(std::size_t queue);
    /// Takes the record, or counts it as lost when as many wait as may. Written after the next `wake`.
    void push(const AuditRecord& record);
    void wake();
    /// Would a record pushed now be written, as far as is known?
    [[nodiscard]] bool writes() const;
    [[nodiscard]] AuditState look(std::chrono::milliseconds patience);
    [[nodiscard]] bool finish(std::chrono::milliseconds patience);
    /// From now on the thread, wherever it is, touches nothing but this object and the channel, and ends when it can.
    void abandon();

    [[nodiscard]] const Counter& written() const { return _written; }
    [[nodiscard]] const Counter& lost() const { return _lost; }

private:
    using Lock = std::unique_lock<std::mutex>;
    using Records = std::span<const AuditRecord* const>;

    void writeAll(Lock& lock);
    void write(Records& records);
    void lookAtFolder(Lock& lock);
    /// The channel's work without the lock; gives the trouble that it had.
    template <class Work>
    Literal outside(Lock& lock, Work&& work);
    void note(Literal trouble, const char* why);
    void lose(std::string_view why);
    [[nodiscard]] bool stalled() const;

    AuditParts _parts;
    mutable std::mutex _mutex; // guards all below
    std::condition_variable _wake;
    std::condition_variable _told;
    std::deque<AuditRecord> _waiting;
    std::size_t _most{16'384};
    bool _pushed{false};  // since the last wake
    bool _attempt{false}; // there is something to do since the last attempt
    bool _finishing{false};
    bool _ended{false};
    bool _abandoned{false};
    bool _busy{false}; // in the system, since _busySince
    std::chrono::steady_clock::time_point _busySince;
    Literal _trouble{"none"};
    bool _losing{false};
    std::uint64_t _looksAsked{0};
    std::uint64_t _looksDone{0};
    FolderLook _folder;
    Counter _written{"audit.written", {}, {}};
    Counter _lost{"audit.lost", {}, {}};
};

} // namespace venomx::kernel
