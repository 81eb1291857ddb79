#include "kernel/OptionWords.h"

#include "kernel/wire/SocketPath.h"

namespace venomx::kernel
{

bool OptionWords::next()
{
    if (_at == _words.size()) return false;
    _word = _words[_at++];
    return true;
}

std::optional<std::string> OptionWords::valueOf(std::string_view option)
{
    if (!_word.starts_with(option)) return {};
    const std::string_view rest = _word.substr(option.size());
    const bool isLong = option.starts_with("--");
    if (isLong ? rest.starts_with('=') : !rest.empty()) return std::string{rest.substr(isLong ? 1 : 0)};
    if (!rest.empty()) return {};
    if (_at == _words.size()) throw StartError{exit_status::kUsage, std::string{option} + " needs a value"};
    return std::string{_words[_at++]};
}

std::optional<std::string> OptionWords::pathOf(std::string_view option)
{
    auto path = valueOf(option);
    if (path && path->empty()) throw StartError{exit_status::kUsage, std::string{option} + " needs a path"};
    return path;
}

std::optional<std::string> OptionWords::setting()
{
    auto setting = valueOf("-D");
    if (!setting) return {};
    const std::size_t equals = setting->find('=');
    if (equals == 0 || equals == std::string::npos) throw StartError{exit_status::kUsage, "-D takes key=value"};
    return setting;
}

} // namespace venomx::kernel
