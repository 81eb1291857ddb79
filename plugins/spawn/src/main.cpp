#include "SpawnPlugin.h"

VENOMX_PLUGIN(venomx::spawn::SpawnPlugin);
