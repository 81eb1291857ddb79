// Several answers of the daemon to one request of a client, brought together. Function; one thread.
#pragma once

#include "client/mcp/Calls.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>
#include <venomx/sdk/arena.h>
#include <venomx/sdk/value.h>

namespace venomx::client::mcp
{

struct Question
{
    std::string_view verb;
    std::string params; ///< a JSON object
};

/// The answers in the order of the questions. Views end with it.
class Answers
{
public:
    explicit Answers(std::vector<std::string> texts);
    [[nodiscard]] const Value& value(std::size_t index) const { return _values[index]; }
    [[nodiscard]] std::string_view text(std::size_t index) const { return _texts[index]; }

private:
    std::vector<std::string> _texts;
    Arena _arena;
    std::vector<Value> _values;
};

/// Asks all at once; `done` when all have been answered, or `failed` with the first refusal. To be called when ready.
void gather(Calls& calls, std::string_view owner, const std::vector<Question>& questions, std::function<void(const Answers&)> done,
            Calls::Failed failed);

} // namespace venomx::client::mcp
