// The requests that wait for the checks. Each ends with its answer, with its client's cancel or with the plugin's stop.
// Owned by the plugin; control loop only.
#pragma once

#include <memory>
#include <set>
#include <venomx/sdk/call.h>

namespace venomx::doctor
{

class Looks
{
public:
    /// Keeps the call until it is taken out or ends otherwise.
    [[nodiscard]] std::weak_ptr<Call> add(Call call);
    void forget(const std::shared_ptr<Call>& call) { _calls.erase(call); }
    /// Refuses all that wait.
    void close();

private:
    std::set<std::shared_ptr<Call>> _calls;
};

} // namespace venomx::doctor
