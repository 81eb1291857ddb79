#include "SpawnRequest.h"

#include "Refusals.h"

namespace venomx::spawn
{
namespace
{

constexpr std::size_t kLongestDirectory = 4095;
constexpr std::size_t kLongestShownName = 255;

std::span<const Value> items(const Call& call, std::string_view param)
{
    const Value* found = call.find(param);
    return found ? found->items() : std::span<const Value>{};
}

bool hasNul(std::string_view text)
{
    return text.find('\0') != std::string_view::npos;
}

/// At most `size` bytes of UTF-8 text, with no character cut in two.
std::string_view cut(std::string_view text, std::size_t size)
{
    if (text.size() <= size) return text;
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
    return text.substr(0, size);
}

} // namespace

SpawnRequest::SpawnRequest(const Call& call, const LoginShell& shell)
{
    readArguments(call, shell);
    readDirectory(call);
    _environment = checkEnvironment(items(call, "env"), items(call, "env_unset"), _arena);
}

void SpawnRequest::readArguments(const Call& call, const LoginShell& shell)
{
    const bool named = call.find("argv") != nullptr;
    _program = call.findText("program");
    if (!named && !_program)
    {
        _shell = &shell;
        return;
    }
    _argv = items(call, "argv");
    if (_argv.empty() || _argv.front().asString().empty()) throw badArguments("argv", ArgvFault::empty);
    for (const Value& argument : _argv)
        if (hasNul(argument.asString())) throw badArguments("argv", ArgvFault::nul);
    if (!_program) return;
    if (_program->empty()) throw badArguments("program", ArgvFault::empty);
    if (hasNul(*_program)) throw badArguments("program", ArgvFault::nul);
}

void SpawnRequest::readDirectory(const Call& call)
{
    _directory = call.findText("cwd");
    if (!_directory) return;
    if (!_directory->starts_with('/')) throw badDirectory(CwdFault::relative);
    if (_directory->size() > kLongestDirectory) throw badDirectory(CwdFault::size);
    if (hasNul(*_directory)) throw badDirectory(CwdFault::nul);
}

std::string SpawnRequest::argv0() const
{
    const std::string_view whole = argument(0);
    return std::string{cut(whole.substr(whole.rfind('/') + 1), kLongestShownName)};
}

std::string_view SpawnRequest::searchName() const
{
    if (_shell) return _shell->program;
    return _program ? *_program : argument(0);
}

} // namespace venomx::spawn
