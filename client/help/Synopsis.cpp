#include "client/help/Synopsis.h"

#include "client/Json.h"

#include <string_view>

namespace venomx::client
{
namespace
{

std::string joined(const std::vector<std::string_view>& words, std::string_view between, std::string_view beforeLast)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        if (i > 0) text += i + 1 == words.size() ? beforeLast : between;
        text += words[i];
    }
    return text;
}

void note(std::string& notes, std::string_view text)
{
    if (text.empty()) return;
    if (!notes.empty()) notes += "; ";
    notes += text;
}

std::string defaultOf(const ParamView& param)
{
    const Value* fallback = param.fallback();
    if (fallback == nullptr) return {};
    return "default " + (fallback->is(Value::Kind::string) ? std::string{fallback->asString()} : toJson(*fallback));
}

} // namespace

std::string placeholder(const TypeView& type)
{
    using Kind = TypeView::Kind;
    switch (type.kind())
    {
    case Kind::string:
        return type.choices().empty() ? "TEXT" : joined(type.choices(), "|", "|");
    case Kind::integer:
    case Kind::number:
        return "N";
    case Kind::boolean:
        return {};
    case Kind::array:
        if (type.isPairs()) return "NAME=VALUE";
        return type.isWords() ? placeholder(type.items()) : "JSON";
    case Kind::object:
    case Kind::json:
        return "JSON";
    }
    return {};
}

std::string flagText(const ParamView& param)
{
    const std::string value = placeholder(param.type());
    return "--" + param.flag() + (value.empty() ? "" : " " + value);
}

std::string valueRange(const TypeView& type)
{
    if (!type.choices().empty()) return joined(type.choices(), ", ", " or ");
    if (type.minimum() && type.maximum()) return std::to_string(*type.minimum()) + " to " + std::to_string(*type.maximum());
    if (type.minimum()) return "at least " + std::to_string(*type.minimum());
    if (type.maximum()) return "at most " + std::to_string(*type.maximum());
    return {};
}

std::string notes(const ParamView& param, bool rest)
{
    const TypeView type = param.type();
    std::string text;
    if (param.required()) note(text, "required");
    note(text, defaultOf(param));
    if (type.choices().empty()) note(text, valueRange(type));
    if (type.kind() == TypeView::Kind::boolean) note(text, "--no-" + param.flag());
    if (type.isWords() || type.isPairs()) note(text, "may be repeated");
    if (param.readsStandardInput()) note(text, "- reads standard input");
    if (rest) note(text, "or the words after --");
    return text.empty() ? text : "(" + text + ")";
}

} // namespace venomx::client
