#include "kernel/plugins/TrialChild.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <venomx/sdk/json_reader.h>

namespace venomx::kernel
{
namespace
{

constexpr std::size_t kLongestVerdict = 1U << 20;

[[noreturn]] void fail(const char* what)
{
    throw std::system_error{errno, std::system_category(), what};
}

/// Nothing of what the tried code does shall be seen outside of it: no output, no core dump, no survivor.
void seclude()
{
    ::setsid();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    const int null = ::open("/dev/null", O_RDWR);
    for (int fd = 0; fd <= 2; ++fd) ::dup2(null, fd);
    if (null > 2) ::close(null);
}

} // namespace

TrialChild::TrialChild(const std::string& file) : _deadline(std::chrono::steady_clock::now() + kTrialLimit)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe");
    _output.reset(ends[0]);
    const UniqueFd input{ends[1]};
    _pid = ::fork();
    if (_pid < 0) fail("fork");
    if (_pid == 0)
    {
        seclude();
        tryPlugin(file, input.get());
    }
    ::fcntl(_output.get(), F_SETFL, O_NONBLOCK);
    _pidfd.reset(static_cast<int>(::syscall(SYS_pidfd_open, _pid, 0)));
    if (_pidfd) return;
    const int error = errno;
    end();
    errno = error;
    fail("pidfd_open");
}

TrialChild::~TrialChild()
{
    if (_pid > 0) end();
}

void TrialChild::read()
{
    std::array<char, 4'096> block;
    while (true)
    {
        const ssize_t got = ::read(_output.get(), block.data(), block.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return; // no more for now
        if (got == 0) return _output.reset();
        for (const char c : std::string_view{block.data(), static_cast<std::size_t>(got)})
        {
            if (_stage == TrialStage::verdict)
                _text.push_back(c);
            else
                _stage = static_cast<TrialStage>(c);
        }
        if (_text.size() > kLongestVerdict) return _output.reset();
    }
}

/// Kills its group, the process itself among it, and takes its status, in that order: until then the number is its own.
siginfo_t TrialChild::end()
{
    siginfo_t about{};
    ::kill(-_pid, SIGKILL);
    ::kill(_pid, SIGKILL);
    while (::waitid(P_PID, static_cast<id_t>(_pid), &about, WEXITED) != 0 && errno == EINTR)
    {
    }
    _pid = -1;
    return about;
}

void TrialChild::ended()
{
    if (_output) read();
    const siginfo_t about = end();
    _verdict = judge(about.si_code, about.si_status);
}

void TrialChild::expire()
{
    end();
    const std::string limit = std::to_string(kTrialLimit.count()) + " s";
    _verdict = Verdict{
        {}, Refused{"hangs", std::string{doing()} + " had not ended when this daemon's limit of " + limit + " for a trial was over"}};
}

const char* TrialChild::doing() const
{
    if (_stage == TrialStage::construct) return "its constructor";
    if (_stage == TrialStage::describe) return "its verbs(), groups(), events() or settings()";
    return "its static initialisers";
}

Verdict TrialChild::judge(int code, int status) const
{
    if (_stage == TrialStage::verdict)
    {
        Arena arena;
        JsonReader reader;
        const auto outcome = reader.read(_text, arena);
        if (outcome.error == JsonError::none)
            if (auto verdict = readVerdict(outcome.value)) return std::move(*verdict);
    }
    if (!_stage || _stage == TrialStage::verdict) return {{}, Refused{"trial", "the trial of it by this daemon ended without a verdict"}};
    const std::string number = std::to_string(status);
    if (code == CLD_EXITED)
        return {{},
                Refused{"exited", std::string{doing()} + " ended the process, with status " + number + ", that tried it for this daemon"}};
    return {{}, Refused{"crashed", std::string{doing()} + " ended the process, by signal " + number + ", that tried it for this daemon"}};
}

} // namespace venomx::kernel
