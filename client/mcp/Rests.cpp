#include "client/mcp/Rests.h"

#include "client/Concat.h"

#include <algorithm>
#include <chrono>

namespace venomx::client::mcp
{

Rests::Rests() : _run(std::to_string(std::chrono::system_clock::now().time_since_epoch().count())) {}

std::string Rests::keep(std::string_view tool, std::string rest)
{
    _bytes += rest.size();
    std::string cursor = concat({"r", _run, ".", std::to_string(++_last)});
    _rests.push_back({.cursor = cursor, .tool = std::string{tool}, .text = std::move(rest)});
    while (_rests.size() > 1 && (_rests.size() > kMost || _bytes > kMostBytes))
    {
        _bytes -= _rests.front().text.size();
        _rests.pop_front();
    }
    return cursor;
}

std::optional<std::string> Rests::find(std::string_view tool, std::string_view cursor) const
{
    const auto found = std::ranges::find(_rests, cursor, &Rest::cursor);
    return found != _rests.end() && found->tool == tool ? std::optional{found->text} : std::nullopt;
}

} // namespace venomx::client::mcp
