#include "JobPlugin.h"

VENOMX_PLUGIN(job::JobPlugin);
