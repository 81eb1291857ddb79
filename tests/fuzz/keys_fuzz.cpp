// Any text as the name of a key, in every mode: it is none, or it is bytes that a terminal sends: text, and no more than one sequence.
#include <cstdint>
#include <string>

#include "plugins/pane/src/Keys.h"
#include "plugins/pane/src/screen/Utf8.h"
#include "tests/fuzz/Require.h"

namespace
{

using namespace venomx::pane;
using venomx::fuzz::require;

bool isText(std::string_view bytes)
{
    std::string again;
    forEachCodePoint(bytes, [&](char32_t point) { appendUtf8(again, point); });
    return again == bytes;
}

void inMode(std::string_view name, const KeyModes& modes)
{
    const auto bytes = encodeKey(name, modes);
    require(bytes.has_value() == encodeKey(name, {}).has_value(), "a mode decides whether a key exists");
    if (!bytes) return;
    constexpr std::size_t kLongest = sizeof "\x1B[27;8;1114111~";
    require(!bytes->empty() && bytes->size() < kLongest, "a key sends nothing, or more than a key");
    require(isText(*bytes), "a key sends what is no text");
    require(bytes->find('\x1B', 2) == std::string::npos, "a key sends a second sequence");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    // What comes over the wire is UTF-8, which the request's reader sees to.
    const std::string_view name{reinterpret_cast<const char*>(data), size};
    if (!isText(name)) return 0;
    for (unsigned set = 0; set < 8; ++set)
        for (const int level : {0, 1, 2})
            inMode(name, {.applicationCursor = (set & 1) != 0,
                          .backspaceSendsBackspace = (set & 2) != 0,
                          .newLine = (set & 4) != 0,
                          .modifyOtherKeys = level});
    return 0;
}
