// The one transaction that makes a pane, whoever places it: principal, parameters, start, then commit or roll all of it back,
// and the answer. Held by the pane table until it has answered, and by what waits for the start. Control loop only.
#pragma once

#include <functional>
#include <memory>
#include <venomx/sdk/call.h>
#include <venomx/sdk/services/panes.h>
#include <venomx/sdk/services/principals.h>
#include <venomx/sdk/services/spawner.h>

#include "Pane.h"

namespace venomx::pane
{

class PaneTable;

class Launch : public std::enable_shared_from_this<Launch>
{
public:
    Launch(PaneTable& table, Call call, std::unique_ptr<Placement> placement);
    ~Launch();
    Launch(const Launch&) = delete;
    Launch& operator=(const Launch&) = delete;

    void begin();
    /// The daemon stops: rolls back and refuses, whatever the start may still become.
    void abandon();

private:
    void prepare();
    void learned(LaunchOutcome outcome);
    void settle(LaunchOutcome outcome);
    void commit(StartedProcess process);
    void show(const PanePtr& pane, const NewPane& made);
    void answer(const NewPane& pane);
    void discard(StartedProcess process, std::exception_ptr failure);
    void fail(const std::exception_ptr& failure);

    PaneTable& _table;
    Call _call;
    std::unique_ptr<Placement> _placement;
    std::unique_ptr<PreparedPrincipal> _principal;
    std::shared_ptr<LaunchTicket> _ticket;
    PaneId _pane;
    TerminalSize _size;
    std::string _argv0;
    bool _abandoned{false};
};

} // namespace venomx::pane
