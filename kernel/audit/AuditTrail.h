// The audit: one line for each request that changes something, and for each denial. The control loop hands records over and
// goes on; a thread of the audit's own writes them through a Poco channel, so that a slow disk delays no request. While the
// channel fails, records wait, up to a bound, for the next attempt: at the next record, the next look or the end. Nothing is
// tried in between; an idle audit does nothing.
// Owned by the daemon. The control loop, but for `finish` and the destructor: the first thread, once the loop has ended; `look`,
// `required` and the counters: any thread.
#pragma once

#include <atomic>
#include <memory>

#include "kernel/audit/AuditWriter.h"
#include "kernel/verbs/Gate.h"

namespace venomx::kernel
{

class AuditTrail
{
public:
    /// Opens the channel, so that it is known from the start whether the audit can be written.
    explicit AuditTrail(AuditParts parts);
    ~AuditTrail();
    AuditTrail(const AuditTrail&) = delete;
    AuditTrail& operator=(const AuditTrail&) = delete;

    /// `required`: nothing more is changed once a line could not be written, until one can be. `queue`: records that may wait.
    void limit(bool required, std::size_t queue);
    [[nodiscard]] bool required() const { return _required; }

    /// Of a request that ended; one that neither changes something nor was denied leaves no line.
    void record(const GateHooks::Outcome& outcome);
    /// Of a `hello` or a connection that was turned away.
    void denied(PrincipalId principal, pid_t pid, std::string_view code);

    /// Has the thread write what was recorded since it was last called, if AuditParts::soon asks for it.
    void handOver() { _writer->wake(); }

    /// Must a request that changes something be refused, because its line could not be written?
    [[nodiscard]] bool refusesWrites() const { return _required && !_writer->writes(); }

    /// Tries to write what waits and looks at the folder. Waits for that at most so long, and not at all for a dead disk.
    [[nodiscard]] AuditState look(std::chrono::milliseconds patience) const { return _writer->look(patience); }

    /// Writes what waits. False: the disk holds the thread up past `patience`; it is left behind, and the process must end
    /// without running destructors of static objects.
    [[nodiscard]] bool finish(std::chrono::milliseconds patience);

    [[nodiscard]] const Counter& written() const { return _writer->written(); }
    [[nodiscard]] const Counter& lost() const { return _writer->lost(); }

private:
    void push(AuditRecord record);

    const Clock& _clock;
    std::function<void()> _soon;
    std::shared_ptr<AuditWriter> _writer;
    std::atomic<bool> _required{false};
    bool _finished{false};
    std::uint64_t _seq{0};
};

} // namespace venomx::kernel
