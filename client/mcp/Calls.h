// The requests that need the daemon: those that wait for a connection, and those that the daemon works on, any number at a
// time. Each gets one answer, or none once it was cancelled. Owned by Server; one thread.
#pragma once

#include "client/Options.h"
#include "client/mcp/Link.h"
#include "client/mcp/Message.h"
#include "client/mcp/Outbox.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/secret.h>

namespace venomx::client::mcp
{

class Calls
{
public:
    Calls(const Options& options, Outbox& out);

    void list(RequestId id);
    /// `arguments` is an object.
    void call(RequestId id, std::string_view tool, const Value* arguments);
    /// Ends the work on the request with that key; nothing more is sent for it.
    void cancel(std::string_view key);

    [[nodiscard]] bool empty() const { return _waiting.empty() && _running.empty(); }
    [[nodiscard]] Link& link() { return _link; }

private:
    struct Waiting
    {
        RequestId id;
        std::optional<std::string> tool; ///< nothing: the list of tools is wanted
        Secret arguments;
    };
    struct Running
    {
        RequestId id;
        bool stream{false};
        std::string answer; ///< of a stream: what it began with
        std::string frames; ///< of a stream: what it brought, as the inside of an array
    };

    void add(Waiting waiting);
    void startWaiting();
    void start(const Waiting& waiting);
    void startTool(const Waiting& waiting);
    void answerList(const RequestId& id, const Toolbox& toolbox);
    void answerListWithout(const RequestId& id, const Failure& why);
    void refuse(const RequestId& id, const Failure& failure);
    void tellOfChange();
    void take(const Frame& frame);
    void finish(const Running& running, const Frame& frame);
    void fail(const Failure& failure);

    Outbox& _out;
    Link _link;
    std::vector<Waiting> _waiting;
    std::map<std::int64_t, Running> _running;
    std::string _listedHash; ///< of the manifest that the client's list of tools came from; empty: it has none
};

} // namespace venomx::client::mcp
