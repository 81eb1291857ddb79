// Closing a pane: its tree ends, its output is drained, its terminal is closed; then it is gone, and whoever asked is told.
// Owned by the pane table; control loop only.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <vector>
#include <venomx/sdk/services/panes.h>

#include "Pane.h"

namespace venomx::pane
{

class PaneTable;

class Closer
{
public:
    struct Wish
    {
        std::chrono::milliseconds grace{};
        bool keep{false}; ///< leave alone what left the pane's session or its parent
    };
    using Done = std::function<void(PaneStatus)>;

    explicit Closer(PaneTable& table) : _table(table) {}
    Closer(const Closer&) = delete;
    Closer& operator=(const Closer&) = delete;

    /// A pane that is being closed already: joins that close.
    void close(const PanePtr& pane, const Wish& wish, Done done);
    /// The plugin stops and the panes are gone: tells everybody who still waits.
    void finishAll();

private:
    struct Closing
    {
        PanePtr pane;
        std::vector<Done> done;
        bool treeEnded{false};
        bool removed{false};
    };
    void proceed(const PanePtr& pane);
    void finish(PaneId pane);

    PaneTable& _table;
    std::map<PaneId, Closing> _closings;
};

} // namespace venomx::pane
