#include "kernel/audit/AuditWriter.h"

#include <Poco/Message.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>

namespace venomx::kernel
{
namespace
{

constexpr Literal kNone{"none"};
constexpr Literal kStalled{"stalled"};
/// A disk that takes longer for one line is taken for dead until it answers.
constexpr std::chrono::seconds kStall{2};

/// Lines written at once, so that a storm of requests costs the disk few writes: not more than the smallest file may hold.
constexpr std::size_t kTogether = 1'024;
/// More records than that never fit.
constexpr std::size_t kRecords = kTogether / 64;

/// Takes as many of the records as fit together, the first in any case.
std::string takeLines(std::span<const AuditRecord* const>& records)
{
    std::string text = toLine(*records.front());
    std::size_t count = 1;
    for (; count < records.size(); ++count)
    {
        const std::string line = toLine(*records[count]);
        if (text.size() + line.size() + 2 > kTogether) break;
        text.append("\n").append(line);
    }
    records = records.first(count);
    return text;
}

Literal wordFor(int error)
{
    switch (error)
    {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return "full";
    case EACCES:
    case EPERM:
    case EROFS:
    case ELOOP:
        return "denied";
    case ENOENT:
    case ENOTDIR:
        return "missing";
    default:
        return "other";
    }
}

} // namespace

AuditWriter::AuditWriter(AuditParts parts) : _parts(std::move(parts)) {}

void AuditWriter::open()
{
    Lock lock(_mutex);
    outside(lock, [this] { _parts.channel->open(); });
    _folder = _parts.look();
}

template <class Work>
Literal AuditWriter::outside(Lock& lock, Work&& work)
{
    _busy = true;
    _busySince = _parts.clock.steady();
    lock.unlock();
    Literal trouble = kNone;
    const char* why = nullptr; // fixed texts, since memory may be what is missing
    try
    {
        work();
    }
    catch (const std::system_error& error)
    {
        trouble = wordFor(error.code().value());
        why = ::strerrordesc_np(error.code().value());
    }
    catch (const std::exception&)
    {
        trouble = "other";
        why = "unexpected failure";
    }
    lock.lock();
    _busy = false;
    if (!_abandoned) note(trouble, why == nullptr ? "unknown error" : why);
    return trouble;
}

/// The log hears of a change, not of each attempt.
void AuditWriter::note(Literal trouble, const char* why)
{
    const Literal before = std::exchange(_trouble, trouble);
    if (trouble == before) return;
    if (trouble == kNone) return _parts.log.notice("the audit is written again");
    try
    {
        _parts.log.error("the audit cannot be written to " + _parts.file + ": " + why);
    }
    catch (const std::bad_alloc&)
    {
        _parts.log.error("the audit cannot be written");
    }
}

void AuditWriter::run()
{
    Lock lock(_mutex);
    for (bool last = false; !last;)
    {
        _wake.wait(lock, [this] { return _attempt; });
        _attempt = false;
        last = _finishing;
        writeAll(lock);
        if (_looksDone != _looksAsked && !_abandoned) lookAtFolder(lock);
    }
    _parts.channel->close();
    _ended = true;
    _told.notify_all();
}

void AuditWriter::writeAll(Lock& lock)
{
    while (!_waiting.empty() && !_abandoned)
    {
        // New records come in behind them: they stay where they are.
        std::array<const AuditRecord*, kRecords> waiting;
        const std::size_t most = std::min(kRecords, _waiting.size());
        for (std::size_t i = 0; i < most; ++i) waiting[i] = &_waiting[i];
        Records taken{waiting.data(), most};
        if (outside(lock, [&] { write(taken); }) != kNone) return;
        _waiting.erase(_waiting.begin(), _waiting.begin() + static_cast<std::ptrdiff_t>(taken.size()));
        _written.add(taken.size());
        _losing = false;
    }
}

/// Leaves those in `records` that were written: what has no room together may have it alone.
void AuditWriter::write(Records& records)
{
    const auto log = [&] { _parts.channel->log(Poco::Message("audit", takeLines(records), Poco::Message::PRIO_INFORMATION)); };
    try
    {
        log();
    }
    catch (const std::system_error&)
    {
        if (records.size() == 1) throw;
        records = records.first(1);
        log();
    }
}

/// An audit in trouble with nothing to write is tried as well: the trouble may be over.
void AuditWriter::lookAtFolder(Lock& lock)
{
    const std::uint64_t asked = _looksAsked;
    if (_trouble != kNone && _waiting.empty()) outside(lock, [this] { _parts.channel->open(); });
    if (_abandoned) return;
    _busy = true;
    _busySince = _parts.clock.steady();
    lock.unlock();
    // Not assigned to what was seen last: GCC writes a result right there, and takes what was there before for overwritten also
    // where the call throws.
    std::optional<FolderLook> folder;
    try
    {
        folder.emplace(_parts.look());
    }
    catch (const std::bad_alloc&)
    {
        folder.reset();
    }
    lock.lock();
    _busy = false;
    if (folder) _folder = *folder;
    _looksDone = asked;
    _told.notify_all();
}

void AuditWriter::limit(std::size_t queue)
{
    const Lock lock(_mutex);
    _most = queue;
}

void AuditWriter::push(const AuditRecord& record)
{
    const Lock lock(_mutex);
    if (_waiting.size() >= _most)
        lose("the audit loses lines: as many wait as may (audit.queue)");
    else
    {
        try
        {
            _waiting.push_back(record);
        }
        catch (const std::bad_alloc&)
        {
            lose("the audit loses lines: there is no memory");
        }
    }
    _pushed = true;
}

void AuditWriter::wake()
{
    {
        const Lock lock(_mutex);
        if (!std::exchange(_pushed, false) || std::exchange(_attempt, true)) return;
    }
    _wake.notify_one();
}

void AuditWriter::lose(std::string_view why)
{
    _lost.add();
    if (!std::exchange(_losing, true)) _parts.log.error(why);
}

bool AuditWriter::stalled() const
{
    return _busy && _parts.clock.steady() - _busySince >= kStall;
}

bool AuditWriter::writes() const
{
    const Lock lock(_mutex);
    return _trouble == kNone && _waiting.size() < _most && !stalled();
}

AuditState AuditWriter::look(std::chrono::milliseconds patience)
{
    Lock lock(_mutex);
    const std::uint64_t asked = ++_looksAsked;
    _attempt = true;
    _wake.notify_one();
    const bool seen = !stalled() && _told.wait_for(lock, patience, [&] { return _looksDone >= asked || _ended; });
    // Without an answer in time, on a machine that is merely busy, what was seen last stands.
    return {.trouble = !seen && stalled() ? kStalled : _trouble, .waiting = _waiting.size(), .folder = _folder};
}

bool AuditWriter::finish(std::chrono::milliseconds patience)
{
    Lock lock(_mutex);
    if (_ended) return true;
    _finishing = true;
    _attempt = true;
    _wake.notify_one();
    const bool ended = _told.wait_for(lock, patience, [this] { return _ended; });
    if (!_waiting.empty()) _parts.log.error("the daemon ends with audit lines unwritten: " + std::to_string(_waiting.size()));
    return ended;
}

void AuditWriter::abandon()
{
    const Lock lock(_mutex);
    _abandoned = true;
}

} // namespace venomx::kernel
