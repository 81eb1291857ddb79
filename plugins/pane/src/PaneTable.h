// All panes, and the service `panes/1`: creation is Launch's, ends are Exits' and Closer's; the table holds what they share.
// Made with the plugin, opened when it starts, shut when it stops; control loop only.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <vector>
#include <venomx/sdk/health.h>
#include <venomx/sdk/services/panes.h>

#include "Closer.h"
#include "Exits.h"
#include "LongCaptures.h"
#include "Pane.h"
#include "PaneSettings.h"
#include "PtyThread.h"
#include "Surroundings.h"
#include "TreeEnder.h"

namespace venomx::pane
{

class Launch;

class PaneTable : public Panes
{
public:
    PaneTable();
    ~PaneTable() override;

    void configure(const PaneSettings& settings) { _settings = settings; }
    void registerHealth(Health& health);
    void open(Services& services, Log& log, std::shared_ptr<const Processes> processes = std::make_shared<SystemProcesses>());
    /// Ends all panes, with everything that they left behind, within the grace; blocks as long.
    void shut();

    // panes/1
    void create(Call call, std::unique_ptr<Placement> placement) override;
    [[nodiscard]] bool exists(PaneId pane) const override { return _panes.contains(pane); }
    [[nodiscard]] bool exited(PaneId pane) const override;
    void resize(PaneId pane, TerminalSize size) override;
    void close(PaneId pane, std::optional<std::chrono::milliseconds> grace, std::function<void(PaneStatus)> done) override;

    // For the verbs.
    /// Throws not_found.pane.
    [[nodiscard]] PanePtr get(PaneId pane) const;
    [[nodiscard]] const std::map<PaneId, PanePtr>& all() const { return _panes; }
    void close(const PanePtr& pane, Closer::Wish wish, std::function<void(PaneStatus)> done);
    [[nodiscard]] TreeRoot rootOf(const Pane& pane) const;
    /// What the environment of all that the pane's process starts holds, unless it was cleared.
    [[nodiscard]] std::vector<std::string> marks(PaneId pane) const;
    /// The processes of all panes that have not been reaped, sorted.
    [[nodiscard]] std::vector<pid_t> processes() const;
    [[nodiscard]] const std::shared_ptr<const Processes>& system() const { return _processes; }
    [[nodiscard]] const Surroundings& around() const { return *_around; }
    /// For work that may outlast the table.
    [[nodiscard]] std::shared_ptr<const Surroundings> shareAround() const { return _around; }
    [[nodiscard]] const PaneSettings& settings() const { return _settings; }
    void countInput(std::size_t bytes) { _bytes.add("in", bytes); }

    // For Launch, in this order.
    /// A pane that nobody sees yet. When there is no memory for it (std::bad_alloc) the process stays with `process`, without its terminal.
    [[nodiscard]] PanePtr make(const NewPane& made, StartedProcess& process, TerminalSize size, std::string argv0) const;
    /// Throws std::system_error when its end cannot be waited for.
    void awaitEnd(const PanePtr& pane);
    /// Undoes both, and closes the terminal.
    [[nodiscard]] StartedProcess unmake(const PanePtr& pane);
    /// From now on requests see the pane. Its output is not read before `read`.
    void add(const PanePtr& pane, const Placement& placement);
    void read(const PanePtr& pane);
    void finished(const std::shared_ptr<Launch>& launch) { _launches.erase(launch); }
    [[nodiscard]] TreeEnder& ender() { return *_ender; }
    [[nodiscard]] LongCaptures& longCaptures() { return *_longCaptures; }

    // For Exits and Closer.
    void hasExited(const PanePtr& pane);
    void remove(const PanePtr& pane);

private:
    struct Strays
    {
        std::size_t count;
        bool complete; ///< all processes could be looked at
    };
    [[nodiscard]] Strays countStrays() const;
    [[nodiscard]] CheckResult exitedCheck() const;
    [[nodiscard]] CheckResult straysCheck() const;

    PaneSettings _settings;
    Counter _bytes;
    std::shared_ptr<const Processes> _processes;
    std::shared_ptr<const Surroundings> _around;
    std::vector<std::unique_ptr<PtyThread>> _threads;
    std::size_t _nextThread{0};
    std::map<PaneId, PanePtr> _panes;
    std::vector<PaneId> _exitedOrder; ///< oldest first
    std::set<std::shared_ptr<Launch>> _launches;
    std::shared_ptr<TreeEnder> _ender;
    std::unique_ptr<Exits> _exits;
    std::unique_ptr<Closer> _closer;
    std::shared_ptr<LongCaptures> _longCaptures;
};

} // namespace venomx::pane
