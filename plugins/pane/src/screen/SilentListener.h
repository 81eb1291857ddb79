// For a screen that is only looked at: what its program asks and tells goes nowhere. A value of its user; any thread.
#pragma once

#include "Screen.h"

namespace venomx::pane
{

struct SilentListener : ScreenListener
{
    void reply(std::string_view) override {}
    void title(std::string_view) override {}
    void bell() override {}
    void prompt(char, std::optional<int>) override {}
    void notification(std::string_view, std::string_view) override {}
};

} // namespace venomx::pane
