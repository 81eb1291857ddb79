// The destructors of the SDK's interfaces: each is its class's key function, so that one type stands for the interface in
// all shared objects.
#include <venomx/sdk/services/clock.h>
#include <venomx/sdk/services/daemon_info.h>
#include <venomx/sdk/services/events.h>
#include <venomx/sdk/services/health_report.h>
#include <venomx/sdk/services/layout.h>
#include <venomx/sdk/services/loop.h>
#include <venomx/sdk/services/panes.h>
#include <venomx/sdk/services/principals.h>
#include <venomx/sdk/services/resources.h>
#include <venomx/sdk/services/spawner.h>
#include <venomx/sdk/services/workers.h>
#include <venomx/sdk/services/workspace.h>

namespace venomx
{
inline namespace v1
{

Clock::~Clock() = default;
DaemonInfo::~DaemonInfo() = default;
Events::~Events() = default;
HealthReport::~HealthReport() = default;
LaunchRequest::~LaunchRequest() = default;
LaunchTicket::~LaunchTicket() = default;
Layout::~Layout() = default;
Loop::~Loop() = default;
Panes::~Panes() = default;
Placement::~Placement() = default;
PreparedPrincipal::~PreparedPrincipal() = default;
Principals::~Principals() = default;
Resources::~Resources() = default;
Spawner::~Spawner() = default;
Workers::~Workers() = default;
Workspace::~Workspace() = default;

} // namespace v1
} // namespace venomx
