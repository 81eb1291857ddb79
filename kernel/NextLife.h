// The next life of the daemon's process: its program runs from the start, under the same process id, without one plugin that would
// not let this life come to serve. For as long as nobody has been served. Made on the control loop; `begin` from any thread, and
// from a signal handler.
#pragma once

#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/services/daemon_info.h>

#include "kernel/plugins/Ending.h"

namespace venomx::kernel
{

class NextLife
{
public:
    /// `words`: those that this life was begun with. `original` outlives it.
    NextLife(const OriginalState& original, std::vector<std::string> words, const std::string& plugin);
    NextLife(const NextLife&) = delete;
    NextLife& operator=(const NextLife&) = delete;

    /// Gives the process its original state back and runs its program. System calls alone. Returns only when the system refuses.
    void begin(Ending ending);

private:
    const OriginalState& _original;
    std::vector<std::string> _words;
    std::vector<char*> _arguments; // into _words
    std::string::size_type _end;   // of the plugin's name in the last word; room for an ending follows
    bool _inherited;
};

} // namespace venomx::kernel
