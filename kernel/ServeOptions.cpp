#include "kernel/ServeOptions.h"

#include <optional>
#include <string_view>

#include "kernel/wire/SocketPath.h"

namespace venomx::kernel
{

const char* const kServeUsage = "usage: venomx serve [--socket PATH] [--config FILE] [--plugins DIR] [-D key=value]...\n";

namespace
{

/// The words one after the other; an option's value is behind `=` in its own word, or the next word.
class Words
{
public:
    explicit Words(std::span<const char* const> words) : _words(words) {}

    [[nodiscard]] bool next()
    {
        if (_at == _words.size()) return false;
        _word = _words[_at++];
        return true;
    }
    [[nodiscard]] std::string_view word() const { return _word; }

    [[nodiscard]] std::optional<std::string> valueOf(std::string_view option)
    {
        if (!_word.starts_with(option)) return {};
        std::string_view rest = _word.substr(option.size());
        const bool joined = option.starts_with("--") ? rest.starts_with('=') : !rest.empty();
        if (joined) return std::string{option.starts_with("--") ? rest.substr(1) : rest};
        if (!rest.empty()) return {};
        if (_at == _words.size()) throw StartError{exit_status::kUsage, std::string{option} + " needs a value"};
        return std::string{_words[_at++]};
    }

private:
    std::span<const char* const> _words;
    std::size_t _at{0};
    std::string_view _word;
};

void override(ServeOptions& options, std::string setting)
{
    const std::size_t equals = setting.find('=');
    if (equals == 0 || equals == std::string::npos) throw StartError{exit_status::kUsage, "-D takes key=value"};
    options.overrides.push_back(std::move(setting));
}

void leaveOut(ServeOptions& options, std::string_view word)
{
    auto known = readEnding(word);
    if (!known) throw StartError{exit_status::kUsage, "--without is what an earlier life of the daemon says to the next"};
    options.without.insert(std::move(*known));
}

void take(ServeOptions& options, Words& words)
{
    if (words.word() == "--help" || words.word() == "-h")
        options.help = true;
    else if (words.word() == "--version")
        options.version = true;
    else if (auto socket = words.valueOf("--socket"))
    {
        // As an unset variable in a script would give it: never the default socket.
        if (socket->empty()) throw StartError{exit_status::kUsage, "--socket needs a path"};
        options.socket = std::move(*socket);
    }
    else if (auto config = words.valueOf("--config"))
        options.config = std::move(*config);
    else if (auto plugins = words.valueOf("--plugins"))
        options.overrides.push_back("plugins.dir=" + *plugins);
    else if (auto without = words.valueOf("--without"))
        leaveOut(options, *without);
    else if (auto setting = words.valueOf("-D"))
        override(options, std::move(*setting));
    else
        throw StartError{exit_status::kUsage, "unknown option: " + std::string{words.word()}};
}

} // namespace

ServeOptions ServeOptions::parse(std::span<const char* const> words)
{
    ServeOptions options;
    options.words.assign(words.begin(), words.end());
    Words rest{words};
    if (!rest.next()) throw StartError{exit_status::kUsage, "what to do? venomxd serve"};
    options.describe = rest.word() == "manifest";
    if (!options.describe && rest.word() != "serve") take(options, rest);
    while (rest.next()) take(options, rest);
    return options;
}

} // namespace venomx::kernel
