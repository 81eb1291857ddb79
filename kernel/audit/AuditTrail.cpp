#include "kernel/audit/AuditTrail.h"

#include <thread>
#include <utility>

namespace venomx::kernel
{
namespace
{

constexpr std::chrono::milliseconds kLastPatience{1000};

bool isDenial(std::string_view code)
{
    return code.starts_with("denied.");
}

} // namespace

AuditTrail::AuditTrail(AuditParts parts)
    : _clock(parts.clock), _soon(std::move(parts.soon)), _writer(std::make_shared<AuditWriter>(std::move(parts)))
{
    _writer->open();
    std::thread{[writer = _writer] { writer->run(); }}.detach();
}

AuditTrail::~AuditTrail()
{
    if (!_finished) static_cast<void>(finish(kLastPatience));
    _writer->abandon();
}

bool AuditTrail::finish(std::chrono::milliseconds patience)
{
    _finished = true;
    return _writer->finish(patience);
}

void AuditTrail::limit(bool required, std::size_t queue)
{
    _required = required;
    _writer->limit(queue);
}

void AuditTrail::record(const GateHooks::Outcome& outcome)
{
    const bool changes = outcome.spec != nullptr && outcome.spec->effect != Effect::read;
    if (!changes && !isDenial(outcome.code)) return;
    push({.principal = outcome.caller,
          .pid = outcome.pid,
          .verb = outcome.verb,
          .outcome = outcome.code,
          .targets = outcome.targets,
          .took = std::chrono::duration_cast<std::chrono::milliseconds>(outcome.took)});
}

void AuditTrail::denied(PrincipalId principal, pid_t pid, std::string_view code)
{
    push({.principal = principal, .pid = pid, .verb = "hello", .outcome = code});
}

void AuditTrail::push(AuditRecord record)
{
    record.seq = ++_seq;
    record.at = _clock.system();
    _writer->push(record);
    if (_soon)
        _soon();
    else
        handOver();
}

} // namespace venomx::kernel
