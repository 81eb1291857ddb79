// One pane: what the control loop knows about it. The terminal itself, with its screen, is in its console, which it shares
// with a PTY thread. Owned by the pane table (shared, so that work under way may outlast its entry); control loop only.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <venomx/sdk/result.h>
#include <venomx/sdk/services/panes.h>
#include <venomx/sdk/unique_fd.h>

#include "Console.h"

namespace venomx::pane
{

class PtyThread;

struct Pane
{
    using Time = std::chrono::system_clock::time_point;

    // Fixed at its creation.
    PaneId id;
    WindowId window;
    SessionId session;
    PrincipalId principal;
    pid_t pid{-1};
    std::string argv0;
    Time created;
    std::shared_ptr<Console> console;
    PtyThread* thread{nullptr}; ///< none any more once the pane is closed or the plugin has stopped

    // What becomes of it.
    UniqueFd pidfd; ///< until the process is reaped
    TerminalSize size;
    std::string title;
    std::optional<PaneStatus> status;                      ///< from the moment that the process is reaped
    std::optional<Time> exited;                            ///< from the moment that its output has been drained too
    std::map<std::uint64_t, std::function<void()>> onExit; ///< called once, then
    std::uint64_t nextListener{0};

    [[nodiscard]] bool ended() const { return status.has_value(); }
    /// `tell` is called once the pane has exited, unless it is taken off `onExit` by the number returned.
    std::uint64_t whenExited(std::function<void()> tell)
    {
        onExit.emplace(nextListener, std::move(tell));
        return nextListener++;
    }
};

using PanePtr = std::shared_ptr<Pane>;

/// The pane object, as a value in a list and as a result of its own.
void writePane(JsonWriter& json, const Pane& pane);
[[nodiscard]] Result paneResult(const Pane& pane);

} // namespace venomx::pane
