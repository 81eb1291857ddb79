// Writes JSON text straight into a string, without white space, members in the order written. Commas are its business; the
// caller keeps begin/end and key/value in step (asserted in debug builds). Each longest part of a string that is not UTF-8 is
// written as one U+FFFD, control characters as \u00XX (the short forms \n \t … where JSON has them), U+007F as itself. Used by
// one thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <venomx/sdk/literal.h>
#include <venomx/sdk/value.h>

namespace venomx
{
inline namespace v1
{

class JsonWriter
{
public:
    explicit JsonWriter(std::string& out) : _out(&out) {}

    JsonWriter& beginObject();
    JsonWriter& endObject();
    JsonWriter& beginArray();
    JsonWriter& endArray();
    JsonWriter& key(std::string_view name);

    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view{text}); }
    JsonWriter& value(Literal text) { return value(text.view()); }
    JsonWriter& value(bool flag);
    JsonWriter& value(std::int64_t number);
    JsonWriter& value(std::uint64_t number);
    JsonWriter& value(int number) { return value(static_cast<std::int64_t>(number)); }
    /// The shortest digits that read back as the same number, with a fraction or exponent; not-a-number and infinities as null.
    JsonWriter& value(double number);
    JsonWriter& value(const Value& tree);
    JsonWriter& null();
    /// `json` is already JSON text.
    JsonWriter& raw(std::string_view json);

    template <class T>
    JsonWriter& field(std::string_view name, const T& content)
    {
        key(name);
        return value(content);
    }
    JsonWriter& rawField(std::string_view name, std::string_view json)
    {
        key(name);
        return raw(json);
    }

private:
    void separate();
    void open(char bracket);
    void close(char bracket);
    JsonWriter& bigInteger(double rounded);

    std::string* _out;
    std::uint64_t _objects{0}; ///< a bit for each open container, the innermost lowest: whether it is an object
    std::uint32_t _depth{0};
    bool _comma{false};
    bool _keyed{false};
};

} // namespace v1
} // namespace venomx
