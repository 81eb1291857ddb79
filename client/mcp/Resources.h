// resources/list, resources/templates/list and resources/read: what the daemon holds, as this caller may see it. Owned by
// Server; one thread.
#pragma once

#include "client/mcp/Calls.h"
#include "client/mcp/Envelope.h"
#include "client/mcp/Outbox.h"
#include "client/mcp/ResourceUri.h"

#include <functional>
#include <string>
#include <string_view>

namespace venomx::client::mcp
{

class Resources
{
public:
    Resources(Calls& calls, Outbox& out) : _calls(calls), _out(out) {}

    void list(const Asker& asker, const Value* params);
    void listTemplates(const Asker& asker, const Value* params);
    void read(const Asker& asker, const Value* params);
    /// Whether it could be read now: calls `there`, or answers the error.
    void check(const Asker& asker, std::string_view uri, std::function<void()> there);

private:
    using Take = std::function<void(const std::string& text)>;

    void fetch(const Asker& asker, std::string_view uri, Take take);
    void fetchFrom(const Asker& asker, const std::string& uri, const Toolbox& toolbox, const Take& take);
    void missing(const Asker& asker, std::string_view uri);
    void refuse(const Asker& asker, std::string_view uri, const Failure& failure);

    Calls& _calls;
    Outbox& _out;
};

} // namespace venomx::client::mcp
