#include "client/mcp/Calls.h"

#include "client/Json.h"

#include <algorithm>
#include <utility>

namespace venomx::client::mcp
{

Calls::Calls(const Settings& settings)
    : _link(settings, {.ready =
                           [this]
                       {
                           if (_met) _met(*_link.toolbox());
                           startWaiting();
                       },
                       .frame = [this](const Frame& frame) { take(frame); },
                       .lost = [this](const Failure& failure) { fail(failure); }})
{
}

void Calls::whenReady(std::string_view owner, Ready ready, Failed failed)
{
    _waiting.push_back({.owner = std::string{owner}, .ready = std::move(ready), .failed = std::move(failed)});
    if (!_link.open()) startWaiting();
}

std::int64_t Calls::ask(std::string_view owner, std::string_view verb, std::string_view params, bool stream, Handlers handlers)
{
    const std::int64_t request = _link.start(verb, params);
    _running.emplace(
        request, Running{.owner = std::string{owner}, .stream = stream, .handlers = std::make_shared<const Handlers>(std::move(handlers))});
    return request;
}

void Calls::cancel(std::string_view owner)
{
    std::erase_if(_waiting, [&](const Waiting& waiting) { return waiting.owner == owner; });
    std::vector<std::int64_t> requests;
    for (const auto& [request, running] : _running)
        if (running.owner == owner) requests.push_back(request);
    for (const std::int64_t request : requests) stop(request);
}

void Calls::stop(std::int64_t request)
{
    if (_running.erase(request) > 0) _link.cancel(request);
}

void Calls::refresh()
{
    _link.refresh();
}

bool Calls::empty() const
{
    return std::ranges::all_of(_waiting, [](const Waiting& waiting) { return waiting.owner == kNobody; }) &&
           std::ranges::all_of(_running, [](const auto& entry) { return entry.second.owner == kNobody; });
}

void Calls::startWaiting()
{
    for (const Waiting& waiting : std::exchange(_waiting, {}))
    {
        try
        {
            waiting.ready(*_link.toolbox());
        }
        catch (const Failure& failure)
        {
            waiting.failed(failure);
        }
    }
}

void Calls::take(const Frame& frame)
{
    const auto found = frame.id ? _running.find(*frame.id) : _running.end();
    if (found == _running.end()) return;
    // A handler may cancel the request that it belongs to.
    const std::shared_ptr<const Handlers> handlers = found->second.handlers;
    const bool more = found->second.stream && frame.kind != Frame::Kind::error && frame.kind != Frame::Kind::end;
    if (more) return handlers->arrived(frame);
    _running.erase(found);
    if (frame.kind == Frame::Kind::error) return handlers->failed(Failure::fromDaemon(frame.content, frame.raw));
    const std::string_view reason = frame.kind == Frame::Kind::end ? textAt(frame.content, "reason") : std::string_view{};
    if (reason == "revoked") return handlers->failed({"denied.token", "the rights to this stream were revoked"});
    if (reason == "cancelled") return handlers->failed({"unavailable.cancelled", "cancelled"});
    handlers->answered(frame);
}

void Calls::fail(const Failure& failure)
{
    for (const auto& [request, running] : std::exchange(_running, {})) running.handlers->failed(failure);
    for (const Waiting& waiting : std::exchange(_waiting, {})) waiting.failed(failure);
    if (_lost) _lost();
}

} // namespace venomx::client::mcp
