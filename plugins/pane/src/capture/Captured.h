// What all formats of a capture share: which lines, joined and trimmed how. Pure functions on a screen that the caller has locked.
#pragma once

#include <functional>

#include "../screen/Screen.h"

namespace venomx::pane
{

struct CaptureOptions
{
    long scrollback = 0; // lines above the screen; -1 for all
    bool join = false;   // soft-wrapped lines become one
    bool trim = true;    // trailing blanks are dropped; without it each line fills the width
};

// Visits the lines of a capture in order, each as it is to be shown. The visited line is reused.
void forEachCaptured(const Screen& screen, const CaptureOptions& options, const std::function<void(const Line&)>& visit);

} // namespace venomx::pane
