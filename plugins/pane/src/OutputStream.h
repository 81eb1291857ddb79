// One pane.output that follows a pane: what the PTY thread reads wakes it, and on the control loop it hands on what the reader
// has room for. A reader that falls behind what is kept goes on with the oldest that is; the offsets show the gap.
// Held by what may still wake it. Control loop, but for the watcher's part.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <venomx/sdk/call.h>
#include <venomx/sdk/services/loop.h>

#include "Pane.h"
#include "PtyThread.h"

namespace venomx::pane
{

class OutputStream : public OutputWatcher, public std::enable_shared_from_this<OutputStream>
{
public:
    /// From `offset` on; up to `until`, or without it for as long as the pane runs.
    OutputStream(Loop& loop, PanePtr pane, std::shared_ptr<Stream> stream, std::uint64_t offset, std::optional<std::uint64_t> until);
    void start();

private:
    [[nodiscard]] bool begin(Console& console, EventLoop& loop) override;
    [[nodiscard]] bool output(Console& console) override;
    void pump();
    [[nodiscard]] bool sendNext();
    void finish();

    Loop& _loop;
    PanePtr _pane;
    std::shared_ptr<Stream> _stream;
    std::uint64_t _offset;
    std::optional<std::uint64_t> _until;
    std::optional<std::uint64_t> _exitListener;
    std::atomic<bool> _woken{false}; ///< a pump is on its way
    bool _blocked{false};            ///< the reader has no room
    bool _over{false};
};

} // namespace venomx::pane
