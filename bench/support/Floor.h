// The least that starting a program on a terminal can cost: open the terminal, clone3 with shared memory, exec, and know it.
#pragma once

#include <sys/types.h>
#include <venomx/sdk/unique_fd.h>

namespace venomx::bench
{

class Floor
{
public:
    Floor() = default;
    ~Floor() { end(); }
    Floor(const Floor&) = delete;
    Floor& operator=(const Floor&) = delete;

    /// Returns when the program has been executed; throws when it was not.
    void start(const char* program, const char* argument);
    /// Reads what the program prints, until nobody holds its terminal open.
    void drain();
    void end();

private:
    pid_t _pid{-1};
    UniqueFd _terminal;
};

} // namespace venomx::bench
