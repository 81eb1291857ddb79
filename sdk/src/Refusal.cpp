#include <venomx/sdk/result.h>

namespace venomx
{
inline namespace v1
{

Refusal::Refusal(Literal code, Literal message) : _code(code), _message(message) {}
Refusal::~Refusal() = default;

Refusal&& Refusal::with(Literal name, Literal word) &&
{
    if (name == Literal{"reason"}) _reason = word;
    std::string json;
    JsonWriter(json).value(word);
    add(name, json);
    return std::move(*this);
}

Refusal&& Refusal::at(std::string_view path) &&
{
    std::string json;
    JsonWriter(json).value(path);
    add("param", json);
    return std::move(*this);
}

Refusal&& Refusal::withNumber(Literal name, std::int64_t number) &&
{
    add(name, std::to_string(number));
    return std::move(*this);
}

Refusal&& Refusal::withJson(Literal name, std::string_view json) &&
{
    add(name, json);
    return std::move(*this);
}

const char* Refusal::what() const noexcept
{
    // A Literal was a C string, so its text ends with NUL.
    return _code.empty() ? "" : _code.view().data();
}

std::string Refusal::data() const
{
    return '{' + _data + '}';
}

void Refusal::add(Literal name, std::string_view json)
{
    if (!_data.empty()) _data.push_back(',');
    JsonWriter(_data).value(name);
    _data.push_back(':');
    _data.append(json);
}

void writeError(JsonWriter& json, const Refusal& refusal)
{
    json.beginObject().field("code", refusal.code()).field("message", refusal.message()).rawField("data", refusal.data()).endObject();
}

} // namespace v1
} // namespace venomx
