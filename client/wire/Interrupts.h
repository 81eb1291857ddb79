// SIGHUP, SIGINT and SIGTERM as something to wait for beside a socket, so that a running request can be cancelled in good order.
// While it lives they do not end the program. Those that the caller had set to be ignored stay ignored. One at a time, in the
// program's only thread.
#pragma once

#include <csignal>
#include <venomx/sdk/unique_fd.h>

namespace venomx::client
{

class Interrupts
{
public:
    Interrupts();
    ~Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;

    [[nodiscard]] int descriptor() const { return _signals.get(); }
    /// The number of a signal that came; 0: none.
    [[nodiscard]] int take();

private:
    sigset_t _before{};
    UniqueFd _signals;
};

} // namespace venomx::client
