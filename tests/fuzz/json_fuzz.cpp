// Any bytes as a JSON text and as the content of a string. A broken promise ends the program, as a sanitizer's finding does.
#include "Utf8.h"

#include <cstdlib>
#include <string>
#include <venomx/sdk/json_reader.h>
#include <venomx/sdk/json_writer.h>

namespace
{

using namespace venomx;

void require(bool holds)
{
    if (!holds) std::abort();
}

std::string written(const Value& value)
{
    std::string out;
    JsonWriter{out}.value(value);
    return out;
}

void asText(JsonReader& reader, Arena& arena, std::string_view text)
{
    const JsonReader::Outcome outcome = reader.read(text, arena);
    require((outcome.error == JsonError::encoding) == !detail::isUtf8(text));
    if (outcome.error != JsonError::none) return;
    const std::string first = written(outcome.value);
    const JsonReader::Outcome again = reader.read(first, arena);
    require(again.error == JsonError::none && again.id == outcome.id && written(again.value) == first);
}

void asString(JsonReader& reader, Arena& arena, std::string_view bytes)
{
    std::string out;
    JsonWriter{out}.beginArray().value(bytes).endArray();
    const JsonReader::Outcome outcome = reader.read(out, arena);
    require(outcome.error == JsonError::none && outcome.value.items().size() == 1);
    const std::string_view read = outcome.value.items()[0].asString();
    require(detail::isUtf8(read) && (read == bytes) == detail::isUtf8(bytes));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    static JsonReader reader;
    static Arena arena;
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    asText(reader, arena, text);
    arena.reset();
    asString(reader, arena, text);
    arena.reset();
    return 0;
}
