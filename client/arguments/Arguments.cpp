#include "client/arguments/Arguments.h"

#include "client/Concat.h"
#include "client/Failure.h"
#include "client/Misused.h"
#include "client/arguments/ArgumentValue.h"

#include <vector>
#include <venomx/sdk/json_writer.h>

namespace venomx::client
{
namespace
{

class Reading
{
public:
    Reading(const VerbView& verb, std::string command, const Options& leading, StandardInput& input)
        : _verb(verb), _command(std::move(command)), _options(leading), _input(input)
    {
        for (const ParamView& param : verb.params()) _values.emplace_back(param);
    }

    Arguments read(Words words)
    {
        while (!words.empty())
        {
            if (words.front() == "--")
            {
                takeRest(words.subspan(1));
                break;
            }
            std::size_t taken = takeOption(words, _options);
            if (taken == 0) taken = takeFlag(words);
            words = words.subspan(taken);
        }
        return {.options = _options, .params = params()};
    }

private:
    /// Takes the verb's flag at the front and gives how many words it is made of.
    std::size_t takeFlag(Words words)
    {
        const std::string_view word = words.front();
        if (!word.starts_with("--")) throw unexpected();
        const std::size_t equals = word.find('=');
        const bool attached = equals != std::string_view::npos;
        const std::string_view flag = word.substr(2, attached ? equals - 2 : equals);
        ArgumentValue* value = find(flag);
        if (value == nullptr && !attached && takeNegated(flag)) return 1;
        if (value == nullptr) throw unknown(word);
        _last = concat({isBoolean(*value) ? "" : "the value of ", "--", value->param().flag()});
        if (attached)
        {
            value->take(word.substr(equals + 1), _input);
            return 1;
        }
        if (isBoolean(*value))
        {
            value->takeFlag(true);
            return 1;
        }
        if (words.size() < 2) throw usage(std::string{word} + " needs a value");
        value->take(words[1], _input);
        return 2;
    }

    bool takeNegated(std::string_view flag)
    {
        constexpr std::string_view kNo{"no-"};
        ArgumentValue* value = flag.starts_with(kNo) ? find(flag.substr(kNo.size())) : nullptr;
        if (value == nullptr || !isBoolean(*value)) return false;
        value->takeFlag(false);
        return true;
    }

    [[nodiscard]] static bool isBoolean(const ArgumentValue& value) { return value.param().type().kind() == TypeView::Kind::boolean; }

    void takeRest(Words words)
    {
        ArgumentValue* value = _verb.rest().empty() ? nullptr : find(kebab(_verb.rest()));
        if (value != nullptr)
            value->takeRest(words);
        else if (!words.empty())
            throw usage(_command + " takes no words after --");
    }

    ArgumentValue* find(std::string_view flag)
    {
        for (ArgumentValue& value : _values)
            if (value.param().flag() == flag) return &value;
        return nullptr;
    }

    std::string params() const
    {
        std::string text;
        JsonWriter json{text};
        json.beginObject();
        for (const ArgumentValue& value : _values)
            if (value.given()) json.rawField(value.param().name(), value.json());
        json.endObject();
        return text;
    }

    [[nodiscard]] Failure usage(std::string message) const
    {
        return Failure::usage(std::move(message), "see: venomx " + _command + " --help");
    }

    /// Told by its place, for it may be a piece of a value that its shell has split.
    [[nodiscard]] Failure unexpected() const
    {
        const std::string message = "unexpected word right after " + (_last.empty() ? _command : _last);
        if (_verb.rest().empty()) return usage(message);
        return Failure::usage(message, concat({"words for ", kebab(_verb.rest()), " stand after --, as in: venomx ", _command,
                                               " [--flag value ...] -- ", kebab(_verb.rest()), " ..."}));
    }

    [[nodiscard]] Failure unknown(std::string_view word) const
    {
        std::vector<std::string> flags;
        for (const ArgumentValue& value : _values) flags.push_back(value.param().flag());
        return unknownFlag(word, _command, flags);
    }

    const VerbView& _verb;
    std::string _command; ///< what was typed for the verb
    Options _options;
    StandardInput& _input;
    std::vector<ArgumentValue> _values;
    std::string _last; ///< the flag taken last, in words
};

} // namespace

Arguments readArguments(const VerbView& verb, Words words, const Options& leading, StandardInput& input, std::string_view command)
{
    return Reading{verb, command.empty() ? verb.command() : std::string{command}, leading, input}.read(words);
}

} // namespace venomx::client
