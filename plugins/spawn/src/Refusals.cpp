#include "Refusals.h"

#include <array>
#include <cerrno>

namespace venomx::spawn
{
namespace
{

struct Words
{
    Literal reason;
    Literal message;
};

constexpr std::array<Words, 8> kEnv{{
    {"nul", "NUL in an environment variable"},
    {"syntax", "malformed environment variable name"},
    {"reserved", "reserved environment variable"},
    {"duplicate", "environment variable named twice"},
    {"size", "environment too large"},
    {"count", "too many environment variables"},
    {"credential", "credential not allowed in the environment"},
    {"owner_credential", "owner credential not allowed in the environment"},
}};

constexpr std::array<Words, 3> kCwd{{
    {"relative", "cwd must be an absolute path"},
    {"size", "cwd too long"},
    {"nul", "NUL in cwd"},
}};

constexpr std::array<Words, 2> kArgv{{
    {"empty", "empty program or argument vector"},
    {"nul", "NUL in a program or argument"},
}};

constexpr std::array<Words, 3> kDirectory{{
    {"permission", "working directory not permitted"},
    {"changed", "working directory changed"},
    {"other", "working directory unavailable"},
}};

constexpr std::array<Words, 6> kSpawn{{
    {"not_found", "executable not found"},
    {"permission", "executable not permitted"},
    {"exec_format", "not an executable format"},
    {"too_large", "arguments and environment too large"},
    {"resource", "out of system resources"},
    {"other", "the program could not be started"},
}};

template <std::size_t N, class Reason>
Refusal make(Literal code, const std::array<Words, N>& table, Reason reason)
{
    return {code, table.at(static_cast<std::size_t>(reason)).message};
}

template <std::size_t N, class Reason>
Literal word(const std::array<Words, N>& table, Reason reason)
{
    return table.at(static_cast<std::size_t>(reason)).reason;
}

} // namespace

Refusal badEnvironment(std::string_view path, EnvFault fault)
{
    return make("invalid_params.env", kEnv, fault).at(path).with("reason", word(kEnv, fault));
}

Refusal badDirectory(CwdFault fault)
{
    return make("invalid_params.cwd", kCwd, fault).at("cwd").with("reason", word(kCwd, fault));
}

Refusal badArguments(std::string_view param, ArgvFault fault)
{
    return make("invalid_params.argv", kArgv, fault).at(param).with("reason", word(kArgv, fault));
}

Refusal noDirectory()
{
    return {"not_found.cwd", "working directory not found"};
}

Refusal directoryUnavailable(DirectoryReason reason)
{
    return make("unavailable.cwd", kDirectory, reason).with("reason", word(kDirectory, reason));
}

Refusal spawnUnavailable(SpawnReason reason)
{
    return make("unavailable.spawn", kSpawn, reason).with("reason", word(kSpawn, reason));
}

Refusal directoryNotResolved(int error)
{
    if (error == ENOENT || error == ENOTDIR) return noDirectory();
    return directoryUnavailable(error == EACCES ? DirectoryReason::permission : DirectoryReason::other);
}

Refusal directoryNotEntered(int error)
{
    if (error == ENOENT || error == ENOTDIR) return directoryUnavailable(DirectoryReason::changed);
    return directoryUnavailable(error == EACCES ? DirectoryReason::permission : DirectoryReason::other);
}

Refusal notExecuted(int error)
{
    switch (error)
    {
    case ENOENT:
        return spawnUnavailable(SpawnReason::notFound);
    case EACCES:
        return spawnUnavailable(SpawnReason::permission);
    case ENOEXEC:
        return spawnUnavailable(SpawnReason::execFormat);
    case E2BIG:
        return spawnUnavailable(SpawnReason::tooLarge);
    case EAGAIN:
    case ENOMEM:
    case EMFILE:
    case ENFILE:
        return spawnUnavailable(SpawnReason::resource);
    default:
        return spawnUnavailable(SpawnReason::other);
    }
}

} // namespace venomx::spawn
