// What the server asks of a client of the handshake era while it works on the client's request, and the answers. Owned by
// Methods; one thread.
#pragma once

#include "client/mcp/Message.h"
#include "client/mcp/Outbox.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace venomx::client::mcp
{

class Inquiries
{
public:
    /// The answers by the requests' names, as a JSON object.
    using Done = std::function<void(const std::string& responses)>;

    explicit Inquiries(Outbox& out) : _out(out) {}

    /// `requests`: an object of requests, {method, params} each, by name.
    void ask(std::string_view owner, const Value& requests, Done done);
    void take(const Message& response);
    void forget(std::string_view owner);

private:
    struct Round
    {
        std::string owner;
        std::map<std::string, std::string> responses; ///< empty: not yet
        std::size_t left{0};
        Done done;
    };
    struct Open
    {
        std::shared_ptr<Round> round;
        std::string name;
    };

    Outbox& _out;
    std::map<std::string, Open, std::less<>> _open; ///< by the key of our request's id
    std::uint64_t _last{0};
};

} // namespace venomx::client::mcp
