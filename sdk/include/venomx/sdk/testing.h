// All that tests of a plugin need, in the target venomx::testing: Bench (the kernel's gate without sockets), ManualClock, a fake
// of each service with switches for its failures, and the contract that every plugin keeps. What each is and which thread may
// call it stands in its own header. Link it to tests only.
#pragma once

#include <venomx/sdk/testing/bench.h>
#include <venomx/sdk/testing/contract.h>
#include <venomx/sdk/testing/fake_call.h>
#include <venomx/sdk/testing/fake_health_report.h>
#include <venomx/sdk/testing/fake_layout.h>
#include <venomx/sdk/testing/fake_panes.h>
#include <venomx/sdk/testing/fake_spawner.h>
#include <venomx/sdk/testing/fake_workspace.h>
#include <venomx/sdk/testing/manual_clock.h>
