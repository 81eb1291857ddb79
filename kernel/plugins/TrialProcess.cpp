#include "kernel/plugins/TrialProcess.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <memory>
#include <spawn.h>
#include <string_view>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace venomx::kernel
{
namespace
{

void check(int error, const char* what)
{
    if (error != 0) throw std::system_error{error, std::system_category(), what};
}

/// What to close and connect in the new process.
class Actions
{
public:
    Actions() { check(::posix_spawn_file_actions_init(&_actions), "posix_spawn"); }
    ~Actions() { ::posix_spawn_file_actions_destroy(&_actions); }
    Actions(const Actions&) = delete;
    Actions& operator=(const Actions&) = delete;

    void open(int fd) { check(::posix_spawn_file_actions_addopen(&_actions, fd, "/dev/null", O_RDWR, 0), "posix_spawn"); }
    /// `from` and `to` may be the same: it then stays open over exec.
    void connect(int from, int to) { check(::posix_spawn_file_actions_adddup2(&_actions, from, to), "posix_spawn"); }
    [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &_actions; }

private:
    posix_spawn_file_actions_t _actions{};
};

/// No signal blocked, and none ignored.
class Attributes
{
public:
    Attributes()
    {
        check(::posix_spawnattr_init(&_attributes), "posix_spawn");
        sigset_t signals;
        ::sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&_attributes, &signals);
        ::sigfillset(&signals);
        ::posix_spawnattr_setsigdefault(&_attributes, &signals);
        ::posix_spawnattr_setflags(&_attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~Attributes() { ::posix_spawnattr_destroy(&_attributes); }
    Attributes(const Attributes&) = delete;
    Attributes& operator=(const Attributes&) = delete;

    [[nodiscard]] const posix_spawnattr_t* get() const { return &_attributes; }

private:
    posix_spawnattr_t _attributes{};
};

/// The service manager talks to the daemon alone, and a trial needs no token of a pane around it.
std::vector<char*> environment()
{
    constexpr std::array<std::string_view, 4> kDropped{"NOTIFY_SOCKET=", "LISTEN_", "WATCHDOG_", "VENOMX_"};
    std::vector<char*> kept;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
    {
        bool drop = false;
        for (const std::string_view name : kDropped) drop = drop || std::string_view{*entry}.starts_with(name);
        if (!drop) kept.push_back(*entry);
    }
    kept.push_back(nullptr);
    return kept;
}

/// The descriptor that a path names, or -1.
int descriptorIn(std::string_view path)
{
    constexpr std::string_view kFolder = "/proc/self/fd/";
    if (!path.starts_with(kFolder)) return -1;
    path.remove_prefix(kFolder.size());
    int fd = -1;
    std::from_chars(path.data(), path.data() + path.size(), fd);
    return fd;
}

} // namespace

TrialProcess::TrialProcess(const std::string& program, const std::vector<std::string>& paths)
{
    std::array<int, 2> ends{};
    check(::pipe2(ends.data(), O_CLOEXEC) == 0 ? 0 : errno, "pipe");
    _output.reset(ends[0]);
    const UniqueFd input{ends[1]};
    check(::fcntl(_output.get(), F_SETFL, O_NONBLOCK) == 0 ? 0 : errno, "fcntl");

    Actions actions;
    actions.open(STDIN_FILENO);
    actions.connect(input.get(), STDOUT_FILENO);
    actions.open(STDERR_FILENO);
    std::vector<std::string> words{program, "plugin-trial"};
    for (const std::string& path : paths)
    {
        words.push_back(path);
        if (const int fd = descriptorIn(path); fd >= 0) actions.connect(fd, fd);
    }
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const Attributes attributes;
    check(::posix_spawn(&_pid, program.c_str(), actions.get(), attributes.get(), arguments.data(), environment().data()), "posix_spawn");
    _pidfd.reset(static_cast<int>(::syscall(SYS_pidfd_open, _pid, 0)));
}

TrialProcess::~TrialProcess()
{
    // By pidfd, since whoever reaps the daemon's orphans may have taken its status already.
    if (!_pidfd) return;
    ::syscall(SYS_pidfd_send_signal, _pidfd.get(), SIGKILL, nullptr, 0);
    siginfo_t about{};
    while (::waitid(P_PIDFD, static_cast<id_t>(_pidfd.get()), &about, WEXITED) != 0 && errno == EINTR)
    {
    }
}

} // namespace venomx::kernel
