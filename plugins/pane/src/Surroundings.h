// The services that panes live among, looked up once when the plugin starts. References outlive the plugin's stop.
// A value; control loop.
#pragma once

#include <venomx/sdk/log.h>
#include <venomx/sdk/service.h>
#include <venomx/sdk/services/clock.h>
#include <venomx/sdk/services/daemon_info.h>
#include <venomx/sdk/services/events.h>
#include <venomx/sdk/services/layout.h>
#include <venomx/sdk/services/loop.h>
#include <venomx/sdk/services/principals.h>
#include <venomx/sdk/services/resources.h>
#include <venomx/sdk/services/spawner.h>
#include <venomx/sdk/services/workers.h>

namespace venomx::pane
{

struct Surroundings
{
    Surroundings(Services& all, Log& to)
        : services(all), log(to), loop(all.require<Loop>()), workers(all.require<Workers>()), clock(all.require<Clock>()),
          daemon(all.require<DaemonInfo>()), events(all.require<Events>()), resources(all.require<Resources>()),
          principals(all.require<Principals>()), spawner(all.require<Spawner>())
    {
    }

    /// Asked at each use: a deployment may have no windows.
    [[nodiscard]] Layout* layout() const { return services.find<Layout>(); }

    Services& services;
    Log& log;
    Loop& loop;
    Workers& workers;
    Clock& clock;
    DaemonInfo& daemon;
    Events& events;
    Resources& resources;
    Principals& principals;
    Spawner& spawner;
};

} // namespace venomx::pane
