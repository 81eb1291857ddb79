#include "Checks.h"

#include "Candidates.h"

#include <array>
#include <cerrno>
#include <climits>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <venomx/sdk/json_writer.h>

namespace venomx::spawn
{
namespace
{

std::uint64_t readNumber(const char* file)
{
    std::uint64_t number = 0;
    if (!(std::ifstream{file} >> number)) throw std::runtime_error("the system does not tell");
    return number;
}

/// Is less than a tenth left?
bool scarce(std::uint64_t used, std::uint64_t most)
{
    return used >= most || (most - used) < (most + 9) / 10;
}

} // namespace

CheckResult checkPath(const BaseEnvironment& base)
{
    const auto path = base.find("PATH");
    const PathShape shape = path ? shapeOf(*path) : PathShape{};
    CheckResult result;
    result.detail.clear();
    JsonWriter(result.detail)
        .beginObject()
        .field("present", path.has_value())
        .field("entries", std::uint64_t{shape.entries})
        .field("empty", std::uint64_t{shape.empty})
        .field("relative", std::uint64_t{shape.relative})
        .endObject();
    if (!path)
    {
        result.status = HealthStatus::warn;
        result.summary = "the base environment has no PATH";
        result.hint = "start the daemon with a PATH, or give every request one";
    }
    else if (shape.empty + shape.relative != 0)
    {
        result.status = HealthStatus::warn;
        result.summary = "PATH has entries that the executable search skips";
        result.hint = "use absolute entries only in the daemon's PATH";
    }
    else
        result.summary = "PATH has absolute entries only";
    return result;
}

CheckResult checkBase(const BaseEnvironment& base)
{
    const BaseEnvironment::Counts& counts = base.counts();
    CheckResult result{.status = HealthStatus::info, .summary = "what children inherit from the daemon's environment"};
    result.detail.clear();
    JsonWriter json(result.detail);
    json.beginObject().key("stripped");
    json.beginObject()
        .field("token_name", counts.tokenName)
        .field("principal_name", counts.principalName)
        .field("venomx_name", counts.venomxName)
        .field("token_value", counts.tokenValue)
        .endObject();
    json.key("dropped");
    json.beginObject()
        .field("duplicate", counts.duplicate)
        .field("malformed", counts.malformed)
        .field("service_manager", counts.serviceManager)
        .endObject();
    json.field("kept", std::uint64_t{base.variables().size()}).endObject();
    return result;
}

CheckResult checkDirectory()
{
    std::array<char, PATH_MAX> buffer{};
    if (::getcwd(buffer.data(), buffer.size()) != nullptr || errno != ENOENT)
        return {.status = HealthStatus::ok, .summary = "the daemon's working directory exists", .detail = R"({"exists":true})"};
    return {.status = HealthStatus::warn,
            .summary = "the daemon's working directory no longer exists",
            .detail = R"({"exists":false})",
            .hint = "restart the daemon in a directory that stays, or give every request a cwd"};
}

PtyUse PtyUse::now()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) throw std::runtime_error("the system does not tell");
    const auto open = std::distance(std::filesystem::directory_iterator{"/proc/self/fd"}, std::filesystem::directory_iterator{});
    return {.terminals = readNumber("/proc/sys/kernel/pty/nr"),
            .mostTerminals = readNumber("/proc/sys/kernel/pty/max"),
            .descriptors = static_cast<std::uint64_t>(open) - 1, // the one that looked
            .mostDescriptors = limit.rlim_cur};
}

CheckResult checkPty(const PtyUse& use)
{
    CheckResult result;
    result.detail.clear();
    JsonWriter(result.detail)
        .beginObject()
        .field("terminals", use.terminals)
        .field("terminals_max", use.mostTerminals)
        .field("descriptors", use.descriptors)
        .field("descriptors_max", use.mostDescriptors)
        .endObject();
    if (use.terminals >= use.mostTerminals || use.descriptors >= use.mostDescriptors)
    {
        result.status = HealthStatus::fail;
        result.summary = "no terminal or no descriptor is free";
        result.hint = "close panes, or raise kernel.pty.max or the daemon's limit of open files";
    }
    else if (scarce(use.terminals, use.mostTerminals) || scarce(use.descriptors, use.mostDescriptors))
    {
        result.status = HealthStatus::warn;
        result.summary = "less than a tenth of the terminals or descriptors is free";
        result.hint = "close panes, or raise kernel.pty.max or the daemon's limit of open files";
    }
    else
        result.summary = "terminals and descriptors are free";
    return result;
}

} // namespace venomx::spawn
