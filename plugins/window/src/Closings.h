// Requests that have asked for panes to be closed and wait until all of them are. Panes close in parallel.
// Owned by the plugin; control loop only. Each call is answered once, by `answerAll` at the latest; what the panes still
// report afterwards goes nowhere.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>
#include <venomx/sdk/call.h>
#include <venomx/sdk/services/panes.h>

namespace venomx::window
{

/// `{"<what>": id, "panes": […]}`
[[nodiscard]] Result closedWith(std::string_view what, const std::string& id, std::span<const PaneId> panes);

class Closings
{
public:
    using Finish = std::function<Result()>;

    /// Closes `panes` (there may be none) with the call's grace, then answers it with what `finish` makes.
    void start(Call call, Panes& panes, const std::vector<PaneId>& ids, Finish finish);
    /// Refuses those that wait with unavailable.shutdown.
    void answerAll();

private:
    struct Closing
    {
        Call call;
        std::size_t open; ///< panes that have not been closed, and one for `start` itself
        Finish finish;
    };
    using Table = std::map<std::uint64_t, Closing>;

    static void oneDone(Table& table, std::uint64_t key);

    std::shared_ptr<Table> _table{std::make_shared<Table>()};
    std::uint64_t _next{0};
};

} // namespace venomx::window
