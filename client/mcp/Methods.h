// The protocol's methods: which there are in which era, and what each does. Owned by Server; one thread.
#pragma once

#include "client/mcp/Calls.h"
#include "client/mcp/Completion.h"
#include "client/mcp/Envelope.h"
#include "client/mcp/Extension.h"
#include "client/mcp/Inquiries.h"
#include "client/mcp/Log.h"
#include "client/mcp/Message.h"
#include "client/mcp/Outbox.h"
#include "client/mcp/Resources.h"
#include "client/mcp/Settings.h"
#include "client/mcp/Tools.h"
#include "client/mcp/Watch.h"
#include "client/wire/Waiting.h"

#include <optional>

namespace venomx::client::mcp
{

class Methods
{
public:
    Methods(const Settings& settings, Outbox& out);

    void request(const Message& message);
    void notify(const Message& message);
    /// The client's answer to a request of ours.
    void take(const Message& response) { _inquiries.take(response); }
    /// The input has ended.
    void close() { _watch.close(); }

    /// Whether a request is under way.
    [[nodiscard]] bool busy() const { return !_calls.empty(); }
    [[nodiscard]] Link& link() { return _calls.link(); }
    /// When `tick` is to be called.
    [[nodiscard]] std::optional<Clock::time_point> due();
    void tick();

private:
    struct Request
    {
        Asker asker;
        const Value* params{nullptr};
        std::optional<std::string> progressToken{};
    };
    using Handler = void (Methods::*)(const Request&);
    struct Method
    {
        std::string_view name;
        Handler handler;
        bool handshake{true}; ///< the eras that have it
        bool stateless{true};
    };
    static const Method* find(std::string_view name);

    void initialize(const Request& request);
    void discover(const Request& request);
    void ping(const Request& request);
    void listTools(const Request& request);
    void callTool(const Request& request);
    void listResources(const Request& request);
    void listTemplates(const Request& request);
    void readResource(const Request& request);
    void subscribe(const Request& request);
    void unsubscribe(const Request& request);
    void listen(const Request& request);
    void listPrompts(const Request& request);
    void getPrompt(const Request& request);
    void complete(const Request& request);
    void setLevel(const Request& request);
    void listSkills(const Request& request);
    void getSkill(const Request& request);
    void answerPage(const Request& request, const Items& items, std::string_view name);

    Outbox& _out;
    Calls _calls;
    Inquiries _inquiries;
    Log _log;
    Extension _extension;
    Tools _tools;
    Resources _resources;
    Completion _completion;
    Watch _watch;
    bool _lost{false}; ///< the daemon, since it was met last
};

} // namespace venomx::client::mcp
