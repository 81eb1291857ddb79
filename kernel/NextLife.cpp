#include "kernel/NextLife.h"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/wire/ListeningSocket.h"

namespace venomx::kernel
{
namespace
{

/// Any other of the daemon's descriptors closes.
bool inherits(const OriginalState& original)
{
    const auto told = [](const std::string& entry) { return entry.starts_with("LISTEN_FDS="); };
    struct stat status = {};
    return std::ranges::any_of(original.environment, told) && ::fstat(kFirstInherited, &status) == 0 && S_ISSOCK(status.st_mode);
}

} // namespace

NextLife::NextLife(const OriginalState& original, std::vector<std::string> words, const std::string& plugin)
    : _original(original), _words(std::move(words)), _inherited(inherits(original))
{
    _words.insert(_words.begin(), "venomxd");
    _words.insert(_words.end(), {"--without", plugin});
    _end = plugin.size();
    _words.back().resize(_end + kEndingSize);
    for (std::string& word : _words) _arguments.push_back(word.data());
    _arguments.push_back(nullptr);
}

void NextLife::begin(Ending ending)
{
    writeEnding(ending, _words.back().data() + _end);
    if (_inherited) ::fcntl(kFirstInherited, F_SETFD, 0);
    ::umask(_original.umask);
    for (const OriginalState::Limit& limit : _original.limits) ::setrlimit(static_cast<__rlimit_resource>(limit.resource), &limit.value);
    sigset_t none;
    sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
    ::execv("/proc/self/exe", _arguments.data());
}

} // namespace venomx::kernel
