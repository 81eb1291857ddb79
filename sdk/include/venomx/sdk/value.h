// A JSON value as a request holds it: a view into the request's arena, 16 bytes, trivially copyable.
// It ends with the arena. Strings are decoded (escapes resolved, valid UTF-8, may hold NUL). Reading a value as a kind that
// it is not is a programming error (asserted); ask `kind` first, or let the gate's schema check have done so.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace venomx
{
inline namespace v1
{

struct Member;

class Value
{
public:
    enum class Kind : std::uint8_t
    {
        null,
        boolean,
        integer,    ///< fits std::int64_t and was written without fraction and exponent
        bigInteger, ///< an integer past std::int64_t; `real` gives it rounded
        real,
        string,
        array,
        object
    };

    constexpr Value() = default;
    [[nodiscard]] static Value boolean(bool value);
    [[nodiscard]] static Value integer(std::int64_t value);
    [[nodiscard]] static Value bigInteger(double rounded);
    [[nodiscard]] static Value real(double value);
    [[nodiscard]] static Value string(std::string_view text);
    [[nodiscard]] static Value array(std::span<const Value> items);
    [[nodiscard]] static Value object(std::span<const Member> members);

    [[nodiscard]] Kind kind() const { return _kind; }
    [[nodiscard]] bool is(Kind kind) const { return _kind == kind; }
    [[nodiscard]] bool asBoolean() const;
    [[nodiscard]] std::int64_t asInteger() const;
    [[nodiscard]] double asReal() const; ///< of any of the three number kinds
    [[nodiscard]] std::string_view asString() const;
    [[nodiscard]] std::span<const Value> items() const;
    [[nodiscard]] std::span<const Member> members() const;
    /// The member of that name of an object, or nullptr. Linear.
    [[nodiscard]] const Value* find(std::string_view name) const;

private:
    Kind _kind{Kind::null};
    std::uint32_t _size{0};
    union
    {
        bool _boolean;
        std::int64_t _integer;
        double _real;
        const char* _text;
        const Value* _items;
        const Member* _members{nullptr};
    };
};

struct Member
{
    std::string_view name;
    Value value;
};

} // namespace v1
} // namespace venomx
