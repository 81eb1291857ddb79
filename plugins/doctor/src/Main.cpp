#include "DoctorPlugin.h"

VENOMX_PLUGIN(venomx::doctor::DoctorPlugin);
