// What a plugin adds in the protocol's own terms: prompts, resources and tools that are no verbs. A plugin that has the verb
// `protocol.mcp` is asked for what this server does not know, and for its part of each list. Owned by Methods; one thread.
#pragma once

#include "client/mcp/Calls.h"
#include "client/mcp/Envelope.h"
#include "client/mcp/Inquiries.h"
#include "client/mcp/Log.h"
#include "client/mcp/Outbox.h"
#include "client/mcp/Pages.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace venomx::client::mcp
{

/// The verb: it takes a request's `method` and `params`, the latter as JSON text, and gives `result` or `error` as the protocol has
/// them, or neither where it knows nothing of it; and `log`, what it has to say meanwhile.
constexpr std::string_view kExtensionVerb{"protocol.mcp"};

class Extension
{
public:
    using Otherwise = std::function<void()>;
    using Send = std::function<void(const std::string& message)>;

    Extension(Calls& calls, Outbox& out, Inquiries& inquiries, Log& log) : _calls(calls), _out(out), _inquiries(inquiries), _log(log) {}

    /// Adds the plugin's items of a list to `items`, whose own stay where both have a key.
    void collect(const Asker& asker, std::string_view method, std::string_view list, Items items, std::function<void(Items)> done);
    /// Answers with what the plugin says, through `send` where that is given; `otherwise` when it does not know either.
    void pass(const Asker& asker, std::string_view method, const Value* params, Otherwise otherwise, Send send = {});

private:
    struct Passed
    {
        Asker asker;
        std::string method;
        std::string params; ///< as they were given
        Otherwise otherwise;
        Send send;
        int rounds{0};
    };

    void ask(const std::shared_ptr<Passed>& passed, const std::string& params);
    void answer(const std::shared_ptr<Passed>& passed, const Value& answer);
    void inquire(const std::shared_ptr<Passed>& passed, const Value& result);

    Calls& _calls;
    Outbox& _out;
    Inquiries& _inquiries;
    Log& _log;
};

} // namespace venomx::client::mcp
