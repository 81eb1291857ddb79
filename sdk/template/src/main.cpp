#include "MyPlugin.h"

VENOMX_PLUGIN(my_plugin::MyPlugin);
