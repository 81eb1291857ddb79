#include "WindowPlugin.h"

VENOMX_PLUGIN(venomx::window::WindowPlugin);
