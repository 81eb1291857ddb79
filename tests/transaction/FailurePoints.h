// Where a creation can fail, as a table: how the failure is made to happen, and the answer that it must give.
#pragma once

#include "TransactionRoom.h"
#include "tests/spawn/Surroundings.h"

#include <functional>
#include <string>
#include <vector>

namespace venomx::tests
{

/// Which of the two verbs make it a row: some failures belong to one placement alone.
enum class Placed
{
    anywhere,
    window,
    split
};

struct FailurePoint
{
    std::string name;
    std::string expected; ///< the whole answer
    /// Parameters beside the target, from `cwd` on: `,"cwd":"/"`
    std::string more{};
    Placed placed{Placed::anywhere};
    std::string target{}; ///< of its own, in place of the room's
    /// Before the request; and what makes the room as it was for the next.
    std::function<void(TransactionRoom&, FakeCall&)> arrange{};
    std::function<void(TransactionRoom&)> disarm{};
    /// On the test's thread once the request has begun.
    std::function<void(TransactionRoom&)> meanwhile{};
    /// On the worker before it opens a terminal: another request that changes where the pane was to stand.
    std::function<void(TransactionRoom&)> overtake{};
    std::map<std::string, std::string> settings{};
};

/// In the order in which a creation passes them.
[[nodiscard]] std::vector<FailurePoint> failurePoints(const TempFolder& folder);

} // namespace venomx::tests
