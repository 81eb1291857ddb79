#include "client/arguments/Literals.h"

#include "client/Failure.h"
#include "client/Text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <venomx/sdk/arena.h>
#include <venomx/sdk/json_reader.h>
#include <venomx/sdk/json_writer.h>

namespace venomx::client
{
namespace
{

constexpr int kDeepest = 32;

Failure wrong(std::string_view name, std::string_view what)
{
    return Failure::usage(std::string{name}.append(" takes ").append(what));
}

/// The word itself, which must be one JSON value.
std::string checkedJson(std::string_view word, std::string_view name, std::string_view what)
{
    Arena arena;
    JsonReader reader{kDeepest};
    const JsonReader::Outcome outcome = reader.read(word, arena);
    if (outcome.error != JsonError::none) throw wrong(name, what);
    return std::string{word};
}

} // namespace

std::string stringLiteral(std::string_view word, std::string_view name)
{
    if (!isUtf8(word)) throw Failure::usage(std::string{name}.append(" is not valid UTF-8"));
    std::string json;
    JsonWriter{json}.value(word);
    return json;
}

std::string integerLiteral(std::string_view word, std::string_view name)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || end != word.data() + word.size()) throw wrong(name, "an integer");
    return std::to_string(number);
}

std::string numberLiteral(std::string_view word, std::string_view name)
{
    const bool decimal = word.find_first_not_of("0123456789+-.eE") == std::string_view::npos;
    if (!decimal) throw wrong(name, "a number");
    return checkedJson(word, name, "a number");
}

std::string booleanLiteral(std::string_view word, std::string_view name)
{
    if (word != "true" && word != "false") throw wrong(name, "no value, or =true or =false");
    return std::string{word};
}

std::string jsonLiteral(std::string_view word, std::string_view name)
{
    std::string json = checkedJson(word, name, "well-formed JSON");
    std::ranges::replace_if(
        json, [](char byte) { return byte == '\n' || byte == '\r'; }, ' ');
    return json;
}

std::string pairLiteral(std::string_view first, std::string_view second, std::string_view name)
{
    return "{\"name\":" + stringLiteral(first, name) + ",\"value\":" + stringLiteral(second, name) + "}";
}

} // namespace venomx::client
