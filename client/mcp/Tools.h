// tools/list and tools/call: the daemon's verbs as tools, their results within the budget, their refusals as results that a
// model can read. Owned by Server; one thread.
#pragma once

#include "client/mcp/Calls.h"
#include "client/mcp/Envelope.h"
#include "client/mcp/Outbox.h"
#include "client/mcp/Progress.h"
#include "client/mcp/Rests.h"
#include "client/mcp/Settings.h"

#include <optional>
#include <string>
#include <string_view>
#include <venomx/sdk/secret.h>

namespace venomx::client::mcp
{

class Tools
{
public:
    Tools(const Settings& settings, Calls& calls, Outbox& out);

    void list(const Asker& asker, const Value* params);
    /// `arguments`: an object, or nullptr.
    void call(const Asker& asker, std::string_view tool, const Value* arguments, const std::optional<std::string>& progressToken);
    /// The client will hear no more of the call with that key.
    void forget(std::string_view key) { _progress.end(key); }

    [[nodiscard]] Progress& progress() { return _progress; }

private:
    /// What a call needs once there is a connection.
    struct Asked
    {
        Asker asker;
        std::string tool;
        Secret arguments;
        std::optional<std::string> next; ///< the cursor that it brings
        std::optional<std::string> progressToken;
    };

    void start(const Asked& asked, const Toolbox& toolbox);
    void listWithout(const Asker& asker, const std::string& page, const Failure& why);
    void answerList(const Asker& asker, const Toolbox& toolbox, const Value* params);
    void answer(const Asker& asker, const std::string& tool, bool mayCut, const Frame& frame);
    void answerRest(const Asked& asked);
    void finish(const Asker& asker, std::string message);
    void refuse(const Asker& asker, const Failure& failure);

    Toolset _toolset;
    std::size_t _budget;
    Calls& _calls;
    Outbox& _out;
    Progress _progress;
    Rests _rests;
};

} // namespace venomx::client::mcp
