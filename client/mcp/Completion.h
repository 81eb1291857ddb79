// completion/complete: the ids of panes and sessions that the caller may read, for the prompts' arguments and the resources'
// addresses. Owned by Server; one thread.
#pragma once

#include "client/mcp/Calls.h"
#include "client/mcp/Envelope.h"
#include "client/mcp/Extension.h"
#include "client/mcp/Outbox.h"

#include <string>
#include <string_view>

namespace venomx::client::mcp
{

class Completion
{
public:
    Completion(Calls& calls, Extension& extension, Outbox& out) : _calls(calls), _extension(extension), _out(out) {}

    void complete(const Asker& asker, const Value* params);

private:
    Calls& _calls;
    Extension& _extension;
    Outbox& _out;
};

} // namespace venomx::client::mcp
