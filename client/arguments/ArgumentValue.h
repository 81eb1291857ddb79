// One parameter's value while its flags are read: a scalar given once, words or pairs given one after another, or one JSON
// text. Owned by readArguments; one thread. Throws invalid_params.usage; messages name the flag, never its value.
#pragma once

#include "client/arguments/StandardInput.h"
#include "client/manifest/ParamView.h"

#include <string>
#include <string_view>

namespace venomx::client
{

class ArgumentValue
{
public:
    explicit ArgumentValue(ParamView param) : _param(param) {}

    [[nodiscard]] const ParamView& param() const { return _param; }
    [[nodiscard]] bool given() const { return _form != Form::absent; }
    /// The value as JSON; only when given.
    [[nodiscard]] std::string json() const;

    void take(std::string_view word, StandardInput& input);
    void takeFlag(bool value);
    /// The words after `--`, which may be none.
    void takeRest(std::span<const std::string_view> words);

private:
    enum class Form : std::uint8_t
    {
        absent,
        whole,   ///< one value, complete
        repeated ///< elements of an array, more may follow
    };

    void setWhole(std::string json);
    void addElement(std::string_view json);
    void takeElement(std::string_view word);
    [[nodiscard]] std::string name() const { return "--" + _param.flag(); }

    ParamView _param;
    Form _form{Form::absent};
    std::string _json;
};

} // namespace venomx::client
