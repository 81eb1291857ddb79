#include "Terminal.h"

namespace venomx::spawn
{

std::optional<StepFailure> openTerminal(SystemCalls& calls, TerminalSize size, Terminal& terminal)
{
    if (const int error = calls.openTerminal(terminal.master)) return StepFailure{"terminal", error};
    const int master = terminal.master.get();
    if (const int error = calls.unlockTerminal(master)) return StepFailure{"terminal's lock", error};
    if (const int error = calls.openPeer(master, terminal.peer)) return StepFailure{"terminal's other side", error};
    if (const int error = calls.setUpTerminal(master, size)) return StepFailure{"terminal's size", error};
    return std::nullopt;
}

} // namespace venomx::spawn
