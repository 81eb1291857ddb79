#include "client/arguments/ArgumentValue.h"

#include "client/Failure.h"
#include "client/arguments/Literals.h"

#include <utility>

namespace venomx::client
{

void ArgumentValue::setWhole(std::string json)
{
    if (given()) throw Failure::usage(name() + " is given twice");
    _form = Form::whole;
    _json = std::move(json);
}

void ArgumentValue::addElement(std::string_view json)
{
    if (_form == Form::whole) throw Failure::usage(name() + " is given as a whole and as single words");
    if (_form == Form::repeated) _json += ',';
    _form = Form::repeated;
    _json += json;
}

std::string ArgumentValue::json() const
{
    return _form == Form::repeated ? "[" + _json + "]" : _json;
}

void ArgumentValue::take(std::string_view word, StandardInput& input)
{
    using Kind = TypeView::Kind;
    switch (_param.type().kind())
    {
    case Kind::string:
        if (given()) throw Failure::usage(name() + " is given twice");
        if (_param.readsStandardInput() && word == "-") return setWhole(stringLiteral(input.readAll(), "standard input"));
        return setWhole(stringLiteral(word, name()));
    case Kind::integer:
        return setWhole(integerLiteral(word, name()));
    case Kind::number:
        return setWhole(numberLiteral(word, name()));
    case Kind::boolean:
        return setWhole(booleanLiteral(word, name()));
    case Kind::array:
        return word.starts_with('[') ? setWhole(jsonLiteral(word, name())) : takeElement(word);
    case Kind::object:
        if (!word.starts_with('{')) throw Failure::usage(name() + " takes a JSON object");
        return setWhole(jsonLiteral(word, name()));
    case Kind::json:
        return setWhole(jsonLiteral(word, name()));
    }
}

void ArgumentValue::takeElement(std::string_view word)
{
    const TypeView type = _param.type();
    if (type.isWords()) return addElement(stringLiteral(word, name()));
    if (!type.isPairs()) throw Failure::usage(name() + " takes a JSON array");
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) throw Failure::usage(name() + " takes NAME=VALUE or a JSON array");
    addElement(pairLiteral(word.substr(0, equals), word.substr(equals + 1), name()));
}

void ArgumentValue::takeFlag(bool value)
{
    setWhole(value ? "true" : "false");
}

void ArgumentValue::takeRest(std::span<const std::string_view> words)
{
    if (given()) throw Failure::usage(name() + " is given as a flag and after --");
    std::string json{"["};
    for (const std::string_view word : words)
    {
        if (json.size() > 1) json += ',';
        json += stringLiteral(word, "a word after --");
    }
    setWhole(json + "]");
}

} // namespace venomx::client
