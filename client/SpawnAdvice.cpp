#include "client/SpawnAdvice.h"

#include "client/Json.h"

#include <venomx/sdk/arena.h>
#include <venomx/sdk/json_reader.h>

namespace venomx::client
{

bool asksForAShell(std::string_view params)
{
    Arena arena;
    const Value value = JsonReader{}.read(params, arena).value;
    const std::span<const Value> words = itemsAt(value, "argv");
    return words.size() == 1 && memberAt(value, "program") == nullptr && words.front().is(Value::Kind::string) &&
           words.front().asString().find(' ') != std::string_view::npos;
}

std::string_view shellRemedy(const Failure& failure)
{
    if (failure.code() != "unavailable.spawn") return {};
    Arena arena;
    const Value error = JsonReader{}.read(failure.json(), arena).value;
    const Value* data = memberAt(error, "data");
    if (data == nullptr || textAt(*data, "reason") != "not_found") return {};
    return "there is no shell in between: give the words one by one after --, or start one, as in: -- sh -c 'COMMAND LINE'";
}

} // namespace venomx::client
