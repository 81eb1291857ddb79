// What is left of results that were cut, each under a cursor that fetches it once or more. Only so much is kept: the oldest goes
// first. Owned by Tools; one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace venomx::client::mcp
{

class Rests
{
public:
    static constexpr std::size_t kMost = 64;
    static constexpr std::size_t kMostBytes = std::size_t{32} * 1024 * 1024;

    Rests();

    /// Gives the cursor.
    [[nodiscard]] std::string keep(std::string_view tool, std::string rest);
    /// Nothing when the cursor is none, is another tool's, or what it stood for is gone.
    [[nodiscard]] std::optional<std::string> find(std::string_view tool, std::string_view cursor) const;

private:
    struct Rest
    {
        std::string cursor;
        std::string tool;
        std::string text;
    };

    std::string _run; ///< so that a cursor of another run finds nothing
    std::uint64_t _last{0};
    std::deque<Rest> _rests;
    std::size_t _bytes{0};
};

} // namespace venomx::client::mcp
