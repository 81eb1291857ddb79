// tools/list and tools/call: the daemon's verbs as tools, their results within the budget, their refusals as results that a
// model can read. Owned by Server; one thread.
#pragma once

#include "client/mcp/Calls.h"
#include "client/mcp/Envelope.h"
#include "client/mcp/Extension.h"
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
    Tools(const Settings& settings, Calls& calls, Extension& extension, Outbox& out);

    void list(const Asker& asker, const Value* params);
    /// `params` name a tool; its `arguments` are an object, or not there.
    void call(const Asker& asker, const Value& params, const std::optional<std::string>& progressToken);
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
        Secret params;                   ///< all of them
        std::optional<std::string> next; ///< the cursor that it brings
        std::optional<std::string> progressToken;
    };

    /// What the answer of a verb may become.
    struct Form
    {
        bool mayBeCut{false};
        bool givesContent{false};
    };

    void start(const Asked& asked, const Toolbox& toolbox);
    void listWithout(const Asker& asker, const std::string& page, const Failure& why);
    void answerList(const Asker& asker, const std::string& page, Items items);
    void callUnknown(const Asked& asked, const Toolbox& toolbox);
    void answer(const Asker& asker, const std::string& tool, Form form, const Frame& frame);
    void answerRest(const Asked& asked);
    void finish(const Asker& asker, std::string message);
    void refuse(const Asker& asker, const Failure& failure);

    Toolset _toolset;
    std::size_t _budget;
    Calls& _calls;
    Extension& _extension;
    Outbox& _out;
    Progress _progress;
    Rests _rests;
};

} // namespace venomx::client::mcp
