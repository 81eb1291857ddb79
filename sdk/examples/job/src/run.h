// The verb job.run. Its description is in run.cpp. Control loop only.
#pragma once

#include <venomx/sdk/verb.h>

namespace job
{

[[nodiscard]] const venomx::VerbSpec& runSpec();

} // namespace job
