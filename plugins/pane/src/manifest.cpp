// The one class that the plugin host makes.
#include "PanePlugin.h"

VENOMX_PLUGIN(venomx::pane::PanePlugin);
