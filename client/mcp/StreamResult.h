// What a stream's tool answers: what the stream began with, and what it brought under `frames`. Past the budget it ends before a
// frame, and `next` is that frame's place, so that asking with it as `since` goes on. One call's; one thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace venomx::client::mcp
{

/// The member that holds what the stream brought.
constexpr std::string_view kFrames{"frames"};
/// The member that tells where to go on, of streams their own, of other results that were cut a cursor of ours.
constexpr std::string_view kNext{"next"};

class StreamResult
{
public:
    /// The first is what the stream answered; a JSON object each.
    void add(std::string_view object) { (_begun ? _frames.emplace_back() : _answer) = object, _begun = true; }
    [[nodiscard]] std::string within(std::size_t budget) const;

private:
    [[nodiscard]] std::string all() const;

    bool _begun{false};
    std::string _answer;
    std::vector<std::string> _frames;
};

} // namespace venomx::client::mcp
