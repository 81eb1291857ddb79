// What the system says of processes: the seam behind which identities by descent are found out. Owned by the daemon; control
// loop only.
#pragma once

#include <venomx/sdk/process_facts.h>
#include <venomx/sdk/unique_fd.h>

#include "kernel/authority/Peer.h"

namespace venomx::kernel
{

class Processes
{
public:
    virtual ~Processes() = default;
    [[nodiscard]] virtual std::optional<ProcessFacts> facts(pid_t pid) const = 0;
    /// Now, as ProcessFacts::started counts.
    [[nodiscard]] virtual std::uint64_t now() const = 0;
    /// A hold on the process that connected. Empty: it has gone.
    [[nodiscard]] virtual UniqueFd pin(const Peer& peer) const = 0;
    [[nodiscard]] virtual bool alive(const UniqueFd& pin) const = 0;
    /// Is its pid namespace the daemon's own, and not one below it?
    [[nodiscard]] virtual bool amongUs(const UniqueFd& pin) const = 0;
};

class SystemProcesses final : public Processes
{
public:
    SystemProcesses();
    /// Does /proc tell of the daemon's own pid namespace? Without that nobody's descent can be known.
    [[nodiscard]] static bool shown();

    [[nodiscard]] std::optional<ProcessFacts> facts(pid_t pid) const override { return processFacts(pid); }
    [[nodiscard]] std::uint64_t now() const override;
    [[nodiscard]] UniqueFd pin(const Peer& peer) const override;
    [[nodiscard]] bool alive(const UniqueFd& pin) const override;
    [[nodiscard]] bool amongUs(const UniqueFd& pin) const override;

private:
    ino_t _namespace{0}; ///< the daemon's own; 0: not known
};

} // namespace venomx::kernel
