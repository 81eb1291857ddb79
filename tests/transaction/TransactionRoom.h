// All that a creation passes through, alive in one process: the plugins spawn, pane and window, the kernel's index, principals
// and events, with switches wherever the outside could fail. Sessions s0 and s1; in s0 the windows w0 with pane p0 and w1 with
// pane p1, each a process that sleeps; s1 is empty. Three panes are allowed at a time.
// Made and used by the test's thread; requests run on the room's control loop.
#pragma once

#include "FailingServices.h"
#include "plugins/pane/src/PanePlugin.h"
#include "plugins/spawn/src/SpawnPlugin.h"
#include "plugins/window/src/WindowPlugin.h"
#include "tests/spawn/FakeSystemCalls.h"

#include "kernel/authority/PrincipalTable.h"
#include "kernel/authority/Processes.h"
#include "kernel/events/EventRing.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/testing.h>

namespace venomx::tests
{

using namespace venomx::testing;

class TransactionRoom
{
public:
    using Asked = std::unique_ptr<FakeCall>;

    enum class Panes
    {
        both,
        none ///< no process has been started yet
    };
    explicit TransactionRoom(std::map<std::string, std::string> spawnSettings = {}, Panes panes = Panes::both);
    ~TransactionRoom();
    TransactionRoom(const TransactionRoom&) = delete;
    TransactionRoom& operator=(const TransactionRoom&) = delete;

    /// A request, not yet begun: a hook can be given it.
    [[nodiscard]] Asked make(std::string_view verb, const std::string& params, PrincipalId caller = PrincipalId::owner());
    void begin(FakeCall& asked);
    /// The whole answer.
    std::string answer(std::string_view verb, const std::string& params);

    /// Waits until no launch is with a worker any more: one that was given up comes back late.
    void settle();
    /// Everything that a creation could leave behind, a line each.
    [[nodiscard]] std::string snapshot();
    /// Principals that were prepared, and neither became active nor have gone.
    [[nodiscard]] std::string ghosts();
    /// The kinds of the events from `seq` on, in order.
    [[nodiscard]] std::vector<std::string> kindsSince(std::uint64_t seq);
    [[nodiscard]] std::uint64_t nextSeq();
    /// What a look into the room says that belongs to its control loop.
    template <class Look>
    auto onLoop(Look&& look)
    {
        return services.loop.run(std::forward<Look>(look));
    }

    FakeServices services;
    FailingLoop loop{services.loop};
    FailingWorkers workers{services.workers};
    FailingClock clock{services.clock};
    std::shared_ptr<FakeSystemCalls> outside{std::make_shared<FakeSystemCalls>()};
    FakeHealth health;
    kernel::Ancestry ancestry;
    kernel::ResourceIndex index{ancestry};
    kernel::EventRing ring{index, services.clock, 1024};
    kernel::SystemProcesses processes;
    kernel::PrincipalTable principals{{index, ancestry, ring, services.clock, loop, processes}};

private:
    void offerServices();
    void start(const std::map<std::string, std::string>& spawnSettings);
    [[nodiscard]] const Verb& verb(std::string_view name) const;
    [[nodiscard]] std::string indexed() const;
    [[nodiscard]] std::string activePrincipals() const;

    spawn::SpawnPlugin _spawn{outside};
    pane::PanePlugin _pane;
    window::WindowPlugin _window;
    std::vector<Verb> _verbs;
    std::map<const FakeCall*, const Verb*> _made;
};

} // namespace venomx::tests
