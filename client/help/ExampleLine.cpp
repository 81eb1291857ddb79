#include "client/help/ExampleLine.h"

#include "client/Json.h"

#include <algorithm>

namespace venomx::client
{
namespace
{

std::string scalar(const Value& value)
{
    return value.is(Value::Kind::string) ? shellWord(value.asString()) : shellWord(toJson(value));
}

bool allWords(const Value& value)
{
    return value.is(Value::Kind::array) &&
           std::ranges::all_of(value.items(),
                               [](const Value& item) { return item.is(Value::Kind::string) && !item.asString().starts_with('['); });
}

std::string words(std::span<const Value> items, std::string_view before)
{
    std::string line;
    for (const Value& item : items) line.append(before).append(" ").append(scalar(item));
    return line;
}

std::string pairs(std::span<const Value> items, std::string_view before)
{
    std::string line;
    for (const Value& item : items)
        line.append(before).append(" ").append(shellWord(std::string{textAt(item, "name")}.append("=").append(textAt(item, "value"))));
    return line;
}

std::string flagWords(const ParamView& param, const Value& value)
{
    const std::string flag = " --" + param.flag();
    if (value.is(Value::Kind::boolean)) return value.asBoolean() ? flag : " --no-" + param.flag();
    if (!value.is(Value::Kind::array) || value.items().empty()) return flag + " " + scalar(value);
    if (param.type().isPairs()) return pairs(value.items(), flag);
    if (param.type().isWords() && allWords(value)) return words(value.items(), flag);
    return flag + " " + scalar(value);
}

} // namespace

std::string shellWord(std::string_view word)
{
    constexpr std::string_view kPlain{"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,@%+"};
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) return std::string{word};
    std::string quoted{"'"};
    for (const char byte : word)
    {
        if (byte == '\'')
            quoted += "'\\''";
        else
            quoted += byte;
    }
    return quoted + "'";
}

std::string exampleLine(const VerbView& verb, const Value& params)
{
    std::string line = "venomx " + verb.command();
    std::string rest;
    if (!params.is(Value::Kind::object)) return line;
    const std::vector<ParamView> known = verb.params();
    for (const Member& member : params.members())
    {
        const auto param = std::ranges::find(known, member.name, &ParamView::name);
        if (param == known.end()) continue;
        if (member.name == verb.rest() && member.value.is(Value::Kind::array))
            rest = " --" + words(member.value.items(), "");
        else
            line += flagWords(*param, member.value);
    }
    return line + rest;
}

} // namespace venomx::client
