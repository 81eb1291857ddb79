#include "client/OwnPlace.h"

#include "client/Failure.h"

#include <array>
#include <climits>
#include <unistd.h>

namespace venomx::client
{

std::string ownProgram()
{
    std::array<char, PATH_MAX> path;
    const ssize_t size = ::readlink("/proc/self/exe", path.data(), path.size());
    if (size <= 0) throw Failure("unavailable.program", "the program's own place cannot be read");
    return {path.data(), static_cast<std::size_t>(size)};
}

std::string underPrefix(std::string_view path)
{
    const std::string own = ownProgram();
    return own.substr(0, own.rfind('/')).append("/../").append(path);
}

std::string daemonProgram()
{
    return underPrefix("lib/venomx/venomxd");
}

} // namespace venomx::client
