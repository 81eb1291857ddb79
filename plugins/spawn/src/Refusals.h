// The refusals of a process start: code, message and reason side by side, each fixed; and what an errno of the system means in
// them. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <venomx/sdk/result.h>

namespace venomx::spawn
{

enum class EnvFault : std::uint8_t
{
    nul,
    syntax,
    reserved,
    duplicate,
    size,
    count,
    credential,
    ownerCredential
};

enum class CwdFault : std::uint8_t
{
    relative,
    size,
    nul
};

enum class ArgvFault : std::uint8_t
{
    empty,
    nul
};

enum class DirectoryReason : std::uint8_t
{
    permission,
    changed,
    other
};

enum class SpawnReason : std::uint8_t
{
    notFound,
    permission,
    execFormat,
    tooLarge,
    resource,
    other
};

/// `path`: env.3.name
[[nodiscard]] Refusal badEnvironment(std::string_view path, EnvFault fault);
[[nodiscard]] Refusal badDirectory(CwdFault fault);
/// `param`: argv or program
[[nodiscard]] Refusal badArguments(std::string_view param, ArgvFault fault);
[[nodiscard]] Refusal noDirectory();
[[nodiscard]] Refusal directoryUnavailable(DirectoryReason reason);
[[nodiscard]] Refusal spawnUnavailable(SpawnReason reason);

/// realpath, or a look at its result, failed.
[[nodiscard]] Refusal directoryNotResolved(int error);
/// The child could not enter the directory that was resolved.
[[nodiscard]] Refusal directoryNotEntered(int error);
/// The child's search ended with this error; ENOENT stands for all that say "not here".
[[nodiscard]] Refusal notExecuted(int error);

} // namespace venomx::spawn
