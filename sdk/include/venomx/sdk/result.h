// What a verb answers: a Result (the object after "ok") or a Refusal (the object after "error").
// Values; built and moved by one thread at a time.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <venomx/sdk/json_writer.h>
#include <venomx/sdk/literal.h>

namespace venomx
{
inline namespace v1
{

/// An object under construction. Fields are those that the verb's spec declares; the kernel checks that in debug builds
/// and tests.
class Result
{
public:
    Result() : _text("{") {}
    Result(Result&&) noexcept = default;
    Result& operator=(Result&&) noexcept = default;
    Result(const Result&) = delete;
    Result& operator=(const Result&) = delete;
    ~Result() = default;

    /// A string, Literal, bool, integer, double or Value (what JsonWriter::value takes). Each name once.
    template <class T>
    Result& field(std::string_view name, const T& content)
    {
        write(name, [&](JsonWriter& json) { json.value(content); });
        return *this;
    }
    /// `json` is one JSON value, which nobody checks.
    Result& rawField(std::string_view name, std::string_view json)
    {
        write(name, [&](JsonWriter& writer) { writer.raw(json); });
        return *this;
    }
    /// `write(JsonWriter&)` writes exactly one value.
    template <class Write>
    Result& write(std::string_view name, Write&& writeValue)
    {
        if (_text.size() > 1) _text.push_back(',');
        JsonWriter json(_text);
        json.value(name);
        _text.push_back(':');
        JsonWriter content(_text);
        writeValue(content);
        return *this;
    }

    /// The finished JSON text; the result is used up.
    [[nodiscard]] std::string take() &&
    {
        _text.push_back('}');
        return std::move(_text);
    }

private:
    std::string _text;
};

/// The one exception that a verb throws on purpose. Code and message are text of the source (Literal), never of a request;
/// `data` holds fixed words, numbers and dotted parameter paths.
class Refusal : public std::exception
{
public:
    Refusal(Literal code, Literal message);
    Refusal(Refusal&&) noexcept = default;
    Refusal(const Refusal&) = default;
    Refusal& operator=(const Refusal&) = default;
    Refusal& operator=(Refusal&&) noexcept = default;
    ~Refusal() override; // the class's key function: one type over all shared objects

    /// A word of the source, as in `.with("reason", "relative")`.
    Refusal&& with(Literal name, Literal word) &&;
    /// A dotted path to a parameter, as in `.at("env.3.name")`: sets data.param.
    Refusal&& at(std::string_view path) &&;
    Refusal&& withNumber(Literal name, std::int64_t number) &&;
    Refusal&& withJson(Literal name, std::string_view json) &&;

    [[nodiscard]] const char* what() const noexcept override;
    [[nodiscard]] std::string_view code() const { return _code.view(); }
    [[nodiscard]] std::string_view message() const { return _message.view(); }
    /// The JSON object for "data".
    [[nodiscard]] std::string data() const;
    /// The fixed word under data.reason, or empty.
    [[nodiscard]] std::string_view reason() const { return _reason.view(); }

private:
    void add(Literal name, std::string_view json);
    Literal _code;
    Literal _message;
    Literal _reason;
    std::string _data;
};

/// Appends `{"code":…,"message":…,"data":…}`.
void writeError(JsonWriter& json, const Refusal& refusal);

} // namespace v1
} // namespace venomx
