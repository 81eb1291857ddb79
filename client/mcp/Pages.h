// A list in pages: each item under a key that orders the list, and cursors that tell after which key the next page begins, so
// that what comes and goes between two pages moves nothing else. Cursors mean nothing to a client. Pure functions.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <venomx/sdk/value.h>

namespace venomx::client::mcp
{

/// By key; JSON text each.
using Items = std::map<std::string, std::string, std::less<>>;

constexpr std::size_t kLongestPage = 100;

/// The page that `params` ask for, as the object {name: [...], nextCursor?}. Nothing when the cursor is none.
[[nodiscard]] std::optional<std::string> pageOf(const Items& items, std::string_view name, const Value* params);

} // namespace venomx::client::mcp
