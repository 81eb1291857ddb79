#include "client/mcp/Progress.h"

#include "client/mcp/Reply.h"

#include <algorithm>
#include <chrono>
#include <venomx/sdk/json_writer.h>

namespace venomx::client::mcp
{
namespace
{

constexpr Clock::duration kFirst = std::chrono::milliseconds{25};
constexpr Clock::duration kLongest = std::chrono::seconds{1};

} // namespace

void Progress::begin(std::string_view key, std::string token, std::optional<std::int64_t> limit)
{
    const Clock::time_point now = Clock::now();
    Call call{.token = std::move(token), .limit = limit, .began = now, .pause = kFirst, .due = now + kFirst};
    send(call);
    _calls.insert_or_assign(std::string{key}, std::move(call));
}

void Progress::end(std::string_view key)
{
    if (const auto found = _calls.find(key); found != _calls.end()) _calls.erase(found);
}

std::optional<Clock::time_point> Progress::due() const
{
    std::optional<Clock::time_point> first;
    for (const auto& [key, call] : _calls)
        if (!first || call.due < *first) first = call.due;
    return first;
}

void Progress::tell()
{
    const Clock::time_point now = Clock::now();
    for (auto& [key, call] : _calls)
    {
        if (call.due > now) continue;
        const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(now - call.began).count();
        call.told = std::max(call.told + 1, static_cast<std::int64_t>(passed));
        call.pause = std::min(call.pause * 2, kLongest);
        call.due = now + call.pause;
        send(call);
    }
}

void Progress::send(const Call& call)
{
    std::string params;
    JsonWriter json{params};
    json.beginObject().rawField("progressToken", call.token).field("progress", call.told);
    // A daemon that is late is no reason to claim more than all.
    if (call.limit) json.field("total", std::max(*call.limit, call.told));
    json.endObject();
    _out.add(notification("notifications/progress", params));
}

} // namespace venomx::client::mcp
