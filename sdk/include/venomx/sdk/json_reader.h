// Reads one JSON text into Values in an arena, strictly (RFC 8259): the text must be one value with nothing but white space
// around it, valid UTF-8 without lone surrogates, no duplicate keys in an object, no NUL in a key, at most `maxDepth` nested
// containers (1 to 512). A text that is not UTF-8 gets `encoding` whatever else is wrong with it; of other mistakes the first
// counts. A reader belongs to one thread and is reused from text to text; after `read` it holds no byte of the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <venomx/sdk/arena.h>
#include <venomx/sdk/value.h>

namespace venomx
{
inline namespace v1
{

enum class JsonError : std::uint8_t
{
    none,
    syntax,   ///< also a number past what a double holds
    encoding, ///< not UTF-8
    depth,    ///< more than `maxDepth` containers in each other
    duplicateKey,
    nulInKey
};

class JsonReader
{
public:
    struct Outcome
    {
        JsonError error{JsonError::none};
        Value value; ///< valid when error is none
        /// The integer member "id" of the outermost object, also of a text that failed, where it could be read: before a
        /// break in the grammar, and behind any other mistake. Nothing when there are two.
        std::optional<std::int64_t> id;
    };

    explicit JsonReader(int maxDepth = 32);
    ~JsonReader();
    JsonReader(JsonReader&&) noexcept;
    JsonReader& operator=(JsonReader&&) noexcept;

    /// Strings of the result lie in the arena: `text` may be wiped as soon as this returns.
    [[nodiscard]] Outcome read(std::string_view text, Arena& arena);

private:
    struct State;
    std::unique_ptr<State> _state;
};

} // namespace v1
} // namespace venomx
