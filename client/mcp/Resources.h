// resources/list, resources/templates/list and resources/read: what the daemon holds, as this caller may see it. Owned by
// Server; one thread.
#pragma once

#include "client/mcp/Calls.h"
#include "client/mcp/Envelope.h"
#include "client/mcp/Extension.h"
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
    Resources(Calls& calls, Extension& extension, Outbox& out) : _calls(calls), _extension(extension), _out(out) {}

    void list(const Asker& asker, const Value* params);
    void listTemplates(const Asker& asker, const Value* params);
    void read(const Asker& asker, const Value* params);
    /// Whether a client may follow it: calls `there` where it could be read now, or answers what a plugin says, or the error.
    void check(const Asker& asker, const Value& params, std::function<void()> there);

private:
    using Take = std::function<void(const std::string& text)>;

    void answerList(const Asker& asker, const std::string& page, Items items);
    void fetch(const Asker& asker, std::string_view uri, Take take);
    void fetchFrom(const Asker& asker, const std::string& uri, const Toolbox& toolbox, const Take& take);
    void missing(const Asker& asker, std::string_view uri);
    void refuse(const Asker& asker, std::string_view uri, const Failure& failure);

    Calls& _calls;
    Extension& _extension;
    Outbox& _out;
};

} // namespace venomx::client::mcp
