// The kernel's authority with a loop and a clock of its own, and a small world of two sessions, for tests.
// Used on the test's thread, which is the control loop's; `turn` runs it until what was posted and due has run.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <venomx/sdk/result.h>
#include <venomx/sdk/testing.h>

#include "FakeProcesses.h"

#include "kernel/Authorities.h"

namespace venomx::tests
{

using namespace venomx::testing;

/// The code of the Refusal that `work` throws, with its data, or "none".
template <class Work>
std::string refusalOf(Work&& work)
{
    try
    {
        work();
    }
    catch (const Refusal& refusal)
    {
        return std::string{refusal.code()} + ' ' + refusal.data();
    }
    return "none";
}

class AuthorityRoom
{
public:
    explicit AuthorityRoom(std::size_t eventsKept = 64);
    ~AuthorityRoom();

    void turn();

    ResourceId session(PrincipalId creator);
    ResourceId window(ResourceId session, PrincipalId creator);
    /// A pane with an active principal that has these grants (JSON); gives its principal.
    PrincipalId pane(ResourceId window, PrincipalId creator, std::string_view grants = {});
    [[nodiscard]] ResourceId paneOf(PrincipalId principal) const;
    std::unique_ptr<PreparedPrincipal> prepare(PrincipalId caller, std::string_view grants);

    FakeLog log;
    ManualClock clock;
    FakeProcesses processes;
    kernel::ControlLoop loop{log};
    kernel::Authorities parts;
};

} // namespace venomx::tests
