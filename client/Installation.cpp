#include "client/Installation.h"

#include "client/OwnPlace.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace venomx::client
{
namespace
{

/// A plugin that hangs holds up help no longer than this.
constexpr auto kPatience = std::chrono::seconds{5};

/// Starts `program manifest` with its output on `output`; -1: it cannot be started.
pid_t start(const std::string& program, int output)
{
    std::string name{program};
    std::string word{"manifest"};
    std::array<char*, 3> words{name.data(), word.data(), nullptr};
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = -1;
    const bool started = ::posix_spawn(&child, program.c_str(), &actions, nullptr, words.data(), environ) == 0;
    ::posix_spawn_file_actions_destroy(&actions);
    return started ? child : -1;
}

/// All that comes until the end; nothing when it takes too long.
std::optional<std::string> readAll(int input)
{
    const auto end = std::chrono::steady_clock::now() + kPatience;
    std::string text;
    std::array<char, 65536> piece;
    while (true)
    {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
        pollfd ready{.fd = input, .events = POLLIN, .revents = 0};
        if (left <= 0 || ::poll(&ready, 1, static_cast<int>(left)) == 0) return std::nullopt;
        const ssize_t got = ::read(input, piece.data(), piece.size());
        if (got == 0) return text;
        if (got > 0)
            text.append(piece.data(), static_cast<std::size_t>(got));
        else if (errno != EINTR)
            return std::nullopt;
    }
}

bool endedWell(pid_t child)
{
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

std::optional<std::string> installedManifest()
{
    std::array<int, 2> ends;
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
    const pid_t child = start(daemonProgram(), ends[1]);
    ::close(ends[1]);
    std::optional<std::string> text = child > 0 ? readAll(ends[0]) : std::nullopt;
    ::close(ends[0]);
    if (child > 0 && !text) ::kill(child, SIGKILL);
    return child > 0 && endedWell(child) ? text : std::nullopt;
}

} // namespace venomx::client
