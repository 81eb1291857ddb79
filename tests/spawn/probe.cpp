// What the tests start: writes to the file named by its first argument how it was started, a `key=value` a line, then its
// environment, and exits with the status that its second argument names.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

namespace
{

void writeSignals(std::FILE* out)
{
    int notDefault = 0;
    for (int signal = 1; signal <= 64; ++signal)
    {
        struct
        {
            void (*handler)(int);
            unsigned long flags;
            void (*restorer)();
            unsigned long mask;
        } present{};
        if (::syscall(SYS_rt_sigaction, signal, nullptr, &present, 8) == 0 && present.handler != SIG_DFL) ++notDefault;
    }
    unsigned long blocked = 0;
    ::syscall(SYS_rt_sigprocmask, SIG_BLOCK, nullptr, &blocked, 8);
    std::fprintf(out, "signals_not_default=%d\nsignals_blocked=%lx\n", notDefault, blocked);
}

void writeDescriptors(std::FILE* out)
{
    std::fputs("descriptors=", out);
    for (int fd = 0; fd < 4096; ++fd)
        if (fd != ::fileno(out) && ::fcntl(fd, F_GETFD) >= 0) std::fprintf(out, "%d ", fd);
    std::fputc('\n', out);
    struct stat first
    {
    };
    ::fstat(0, &first);
    bool same = S_ISCHR(first.st_mode);
    for (int fd = 1; fd <= 2; ++fd)
    {
        struct stat other
        {
        };
        if (::fstat(fd, &other) != 0 || other.st_rdev != first.st_rdev) same = false;
    }
    std::fprintf(out, "one_terminal=%d\n", same && ::isatty(0) == 1);
}

void writeTerminal(std::FILE* out)
{
    winsize cells{};
    ::ioctl(0, TIOCGWINSZ, &cells);
    termios modes{};
    ::tcgetattr(0, &modes);
    std::fprintf(out, "size=%dx%d\nutf8=%d\n", cells.ws_col, cells.ws_row, (modes.c_iflag & IUTF8) != 0);
    const pid_t self = ::getpid();
    std::fprintf(out, "leads=%d\n", ::getsid(0) == self && ::getpgrp() == self && ::tcgetpgrp(0) == self);
    const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
    std::fprintf(out, "controlling=%d\n", terminal >= 0);
    if (terminal >= 0) ::close(terminal);
}

void writeOriginals(std::FILE* out)
{
    const mode_t mask = ::umask(022);
    std::fprintf(out, "umask=%03o\nnice=%d\n", static_cast<unsigned>(mask), ::getpriority(PRIO_PROCESS, 0));
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    rlimit core{};
    ::getrlimit(RLIMIT_CORE, &core);
    std::fprintf(out, "files=%llu\ncore=%llu\n", static_cast<unsigned long long>(files.rlim_cur),
                 static_cast<unsigned long long>(core.rlim_cur));
}

} // namespace

int main(int argc, char** argv, char** envp)
{
    if (argc < 2) return 0;
    char directory[4096] = "";
    if (::getcwd(directory, sizeof directory) == nullptr) directory[0] = '\0';
    std::FILE* out = std::fopen(argv[1], "we");
    if (out == nullptr) return 99;
    std::fprintf(out, "argv0=%s\narguments=%d\ndirectory=%s\n", argv[0], argc, directory);
    writeSignals(out);
    writeDescriptors(out);
    writeTerminal(out);
    writeOriginals(out);
    for (char** entry = envp; *entry != nullptr; ++entry) std::fprintf(out, "env:%s\n", *entry);
    if (std::fclose(out) != 0) return 98;
    return argc > 2 ? std::atoi(argv[2]) : 0;
}
