// Any text as what pane.send takes: pasted, it cannot leave its brackets; as base64, it is bytes that are written as this very text, or
// none.
#include <cstdint>
#include <string>
#include <string_view>
#include <venomx/sdk/base64.h>

#include "Utf8.h"
#include "plugins/pane/src/Paste.h"
#include "tests/fuzz/Require.h"

namespace
{

using namespace venomx;
using namespace venomx::pane;
using fuzz::require;

void asPaste(std::string_view text, Arena& arena)
{
    const std::string_view plain = pasted(text, false, arena);
    for (const std::string_view refused : {"\x1B", "\xC2\x9B", "\n"})
        require(plain.find(refused) == std::string_view::npos, "a paste holds what a program takes for a sequence, or a line feed");
    require(detail::isUtf8(plain), "a paste is no text any more");
    require(pasted(text, true, arena) == "\x1B[200~" + std::string{plain} + "\x1B[201~", "a bracketed paste is another text");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static Arena arena;
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    require(fromBase64(toBase64(text), arena) == text, "base64 gives other bytes back");
    const auto bytes = fromBase64(text, arena);
    const auto copy = fromBase64(text);
    require(bytes.has_value() == copy.has_value() && (!bytes || *bytes == *copy), "base64 is read in two ways");
    if (bytes) require(toBase64(*bytes) == text, "two texts are base64 of the same bytes");
    if (detail::isUtf8(text)) asPaste(text, arena);
    arena.reset();
    return 0;
}
