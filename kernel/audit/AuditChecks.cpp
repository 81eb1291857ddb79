#include "kernel/audit/AuditChecks.h"

#include <venomx/sdk/json_writer.h>

namespace venomx::kernel
{
namespace
{

/// As long as it takes until a disk that does not answer is known to be dead; a healthy one answers in far less.
constexpr std::chrono::milliseconds kPatience{2500};
constexpr std::uint64_t kLittleRoom = 100; // MiB
constexpr Literal kNone{"none"};
constexpr Literal kStalled{"stalled"};
constexpr Literal kMakeRoom{"make room on the file system of the state folder"};

struct Verdict
{
    bool holds;
    HealthStatus status;
    Literal summary;
    Literal hint;
};

/// The first verdict that holds, or `good`.
CheckResult judge(std::initializer_list<Verdict> verdicts, Literal good)
{
    for (const Verdict& verdict : verdicts)
        if (verdict.holds) return {verdict.status, verdict.summary, "{}", verdict.hint};
    return {HealthStatus::ok, good, "{}", {}};
}

} // namespace

CheckResult checkAudit(const AuditState& state, const AuditFacts& facts)
{
    CheckResult result =
        judge({{state.trouble != kNone, HealthStatus::fail, "the audit cannot be written",
                "the log says why; lines wait in memory and are written once the state folder can be written again"},
               {facts.lost > 0, HealthStatus::fail, "the audit lost lines",
                "a gap in seq shows where; raise audit.queue or mend the disk, then restart"},
               {!facts.rotates, HealthStatus::warn, "the audit's full file cannot be put aside, and grows",
                "look at the rights of the state folder"},
               {state.folder.freeMebibytes < kLittleRoom, HealthStatus::warn, "little room is left for the audit", kMakeRoom}},
              "the audit is written");
    result.detail.clear();
    JsonWriter(result.detail)
        .beginObject()
        .field("trouble", state.trouble)
        .field("written", facts.written)
        .field("waiting", state.waiting)
        .field("lost", facts.lost)
        .field("required", facts.required)
        .field("rotates", facts.rotates)
        .field("free_mib", state.folder.freeMebibytes)
        .endObject();
    return result;
}

CheckResult checkState(const AuditState& state)
{
    const FolderLook& folder = state.folder;
    const bool answers = state.trouble != kStalled;
    CheckResult result =
        judge({{!answers, HealthStatus::fail, "the state folder does not answer", "look at the disk or the mount that holds it"},
               {!folder.present, HealthStatus::fail, "the state folder is missing",
                "it is made when it can be; look at the rights of the folder above it"},
               {!folder.writable || !folder.owner, HealthStatus::fail, "the state folder cannot be written",
                "give it back to the daemon's user, writable"},
               {!folder.mode, HealthStatus::warn, "the state folder is open to others", "close it to them (chmod 700)"},
               {folder.freeMebibytes < kLittleRoom, HealthStatus::warn, "little room is left in the state folder", kMakeRoom}},
              "the state folder is private and can be written");
    result.detail.clear();
    JsonWriter(result.detail)
        .beginObject()
        .field("answers", answers)
        .field("present", folder.present)
        .field("owner", folder.owner)
        .field("mode", folder.mode)
        .field("writable", folder.writable)
        .field("free_mib", folder.freeMebibytes)
        .endObject();
    return result;
}

void registerAuditChecks(Health& health, AuditTrail& trail, const AuditFile& file)
{
    health.counter(trail.written());
    health.counter(trail.lost());
    health.check({"kernel.audit", [&trail, &file]
                  {
                      const AuditState state = trail.look(kPatience);
                      return checkAudit(state, {.written = trail.written().read(),
                                                .lost = trail.lost().read(),
                                                .required = trail.required(),
                                                .rotates = file.rotates()});
                  }});
    health.check({"kernel.state", [&trail] { return checkState(trail.look(kPatience)); }});
}

} // namespace venomx::kernel
