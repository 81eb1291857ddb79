// One reading of one JSON text, over a copy of it in the arena that ends with a NUL and padding. One thread.
// A mistake inside a string, a nesting too deep, a repeated or NUL-bearing key is noted and read past, so that the id that
// stands behind it is still found; any other mistake ends the reading.
#pragma once

#include "DuplicateKeys.h"
#include "ScratchStack.h"

#include <venomx/sdk/json_reader.h>

namespace venomx::detail
{

class JsonParser
{
public:
    /// Bytes behind the NUL.
    static constexpr std::size_t kPadding = 16;

    struct Tools
    {
        ScratchStack<Value> items;
        ScratchStack<Member> members;
        DuplicateKeys duplicates;
    };

    /// `copy` holds `text` with its NUL and padding; the strings of the result lie in it, decoded where they are written.
    JsonParser(std::string_view text, char* copy, Arena& arena, Tools& tools, int maxDepth);

    [[nodiscard]] JsonReader::Outcome parse();

private:
    [[nodiscard]] char peek();
    bool fail(JsonError error);
    void note(JsonError error);

    bool value(Value& out);
    bool literal(std::string_view word, Value meaning, Value& out);
    bool number(Value& out);
    bool string(std::string_view& out);
    bool oddString(char* first, std::string_view& out);
    bool array(Value& out);
    bool object(Value& out);
    bool member();
    bool separator(char close, bool& more);
    bool skipContainer();
    void noteId(const Member& member);

    template <class T>
    std::span<const T> keep(ScratchStack<T>& stack, std::size_t base);

    std::string_view _text;
    char* _copy;
    char* _at;
    char* _end;
    Arena& _arena;
    Tools& _tools;
    int _maxDepth;
    int _depth{0};
    bool _idRepeated{false};
    JsonReader::Outcome _outcome;
};

} // namespace venomx::detail
