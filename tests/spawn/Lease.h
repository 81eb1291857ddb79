// A file that nobody can execute yet and that does not fail either: the test holds a write lease on it, so whoever opens it waits
// in the kernel until the lease is given back. This is how a program on a file system that does not answer looks to a start.
#pragma once

#include <csignal>
#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <venomx/sdk/unique_fd.h>

namespace venomx::tests
{

class Lease
{
public:
    explicit Lease(const std::string& file)
    {
        // The kernel tells the holder by a signal that ends processes; one that is ignored by default says it as well.
        _file.reset(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
        if (::fcntl(_file.get(), F_SETSIG, SIGURG) != 0 || ::fcntl(_file.get(), F_SETLEASE, F_WRLCK) != 0)
            throw std::runtime_error("no lease");
    }
    void giveBack() { _file.reset(); }

private:
    UniqueFd _file;
};

} // namespace venomx::tests
