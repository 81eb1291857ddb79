// The verb my_plugin.greet. Its description is in greet.cpp. Control loop only.
#pragma once

#include <string_view>
#include <venomx/sdk/call.h>
#include <venomx/sdk/health.h>
#include <venomx/sdk/services/events.h>
#include <venomx/sdk/verb.h>

namespace my_plugin
{

struct GreetParts
{
    std::string_view word;
    venomx::Counter& greeted;
    venomx::Events& events;
};

[[nodiscard]] const venomx::VerbSpec& greetSpec();
void greet(venomx::Call& call, GreetParts parts);

} // namespace my_plugin
