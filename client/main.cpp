// The program `venomx`.
#include "client/Cli.h"

#include <fcntl.h>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace
{

/// A caller may have closed one of the first three descriptors; a socket must not take its number and be written to as
/// standard output. Opened for reading, so that writing there is still an error.
void holdStandardDescriptors()
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor)
        if (::fcntl(descriptor, F_GETFD) < 0 && ::open("/dev/null", O_RDONLY) != descriptor) ::_exit(1);
}

} // namespace

int main(int argc, char** argv)
{
    using namespace venomx::client;
    holdStandardDescriptors();
    const std::vector<std::string_view> words(argv + (argc > 0 ? 1 : 0), argv + argc);
    Cli cli{Output{STDOUT_FILENO}, Output{STDERR_FILENO}};
    return cli.run(words);
}
