#include "client/commands/DaemonProgram.h"

#include "client/Failure.h"

#include <array>
#include <climits>
#include <string>
#include <unistd.h>
#include <vector>

namespace venomx::client
{
namespace
{

constexpr std::string_view kDaemon{"/../lib/venomx/venomxd"};

/// The daemon's program, by its place beside this one.
std::string daemonProgram()
{
    std::array<char, PATH_MAX> path;
    const ssize_t size = ::readlink("/proc/self/exe", path.data(), path.size());
    if (size <= 0) throw Failure("unavailable.program", "the program's own place cannot be read");
    const std::string_view own{path.data(), static_cast<std::size_t>(size)};
    return std::string{own.substr(0, own.rfind('/'))}.append(kDaemon);
}

} // namespace

void becomeDaemonProgram(std::string_view command, const CommandLine& line, Words words)
{
    std::vector<std::string> texts{daemonProgram(), std::string{command}};
    texts.insert(texts.end(), line.before.begin(), line.before.end());
    texts.insert(texts.end(), words.begin(), words.end());
    std::vector<char*> arguments;
    arguments.reserve(texts.size() + 1);
    for (std::string& text : texts) arguments.push_back(text.data());
    arguments.push_back(nullptr);
    ::execv(texts.front().c_str(), arguments.data());
    throw Failure("unavailable.program", "the daemon's program is not where it belongs", "expected ../lib/venomx/venomxd beside venomx");
}

} // namespace venomx::client
