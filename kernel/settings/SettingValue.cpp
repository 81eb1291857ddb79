#include "kernel/settings/SettingValue.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>

namespace venomx::kernel
{
namespace
{

std::string takesInteger(const SettingSpec& spec)
{
    std::string text = "takes an integer";
    if (spec.minimum && spec.maximum)
        text += " from " + std::to_string(*spec.minimum) + " to " + std::to_string(*spec.maximum);
    else if (spec.minimum)
        text += " of at least " + std::to_string(*spec.minimum);
    else if (spec.maximum)
        text += " of at most " + std::to_string(*spec.maximum);
    return text;
}

std::string takesChoice(const SettingSpec& spec)
{
    std::string text = "takes one of";
    for (const std::string_view choice : spec.choices) text += ' ' + std::string{choice};
    return text;
}

std::int64_t parseInteger(const SettingSpec& spec, std::string_view text)
{
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    const bool inRange = number >= spec.minimum.value_or(std::numeric_limits<std::int64_t>::min()) &&
                         number <= spec.maximum.value_or(std::numeric_limits<std::int64_t>::max());
    if (text.empty() || error != std::errc{} || stop != end || !inRange) throw std::invalid_argument(takesInteger(spec));
    return number;
}

std::string parseText(const SettingSpec& spec, std::string_view text)
{
    if (!spec.choices.empty() && std::find(spec.choices.begin(), spec.choices.end(), text) == spec.choices.end())
        throw std::invalid_argument(takesChoice(spec));
    return std::string{text};
}

std::vector<std::string> parseList(std::string_view text)
{
    std::vector<std::string> words;
    constexpr std::string_view kBlanks = " \t";
    if (text.find_first_not_of(kBlanks) == std::string_view::npos) return words;
    while (true)
    {
        const std::size_t comma = text.find(',');
        std::string_view word = text.substr(0, comma);
        const std::size_t first = word.find_first_not_of(kBlanks);
        if (first == std::string_view::npos) throw std::invalid_argument("takes words separated by single commas");
        word = word.substr(first, word.find_last_not_of(kBlanks) - first + 1);
        words.emplace_back(word);
        if (comma == std::string_view::npos) return words;
        text.remove_prefix(comma + 1);
    }
}

} // namespace

SettingValue parseSetting(const SettingSpec& spec, std::string_view text)
{
    switch (spec.kind)
    {
    case SettingSpec::Kind::integer:
        return parseInteger(spec, text);
    case SettingSpec::Kind::boolean:
        if (text != "true" && text != "false") throw std::invalid_argument("takes true or false");
        return text == "true";
    case SettingSpec::Kind::list:
        return parseList(text);
    case SettingSpec::Kind::text:
        break;
    }
    return parseText(spec, text);
}

std::string toText(const SettingValue& value)
{
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    std::string joined;
    for (const std::string& word : std::get<std::vector<std::string>>(value)) joined += (joined.empty() ? "" : ", ") + word;
    return joined;
}

} // namespace venomx::kernel
