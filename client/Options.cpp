#include "client/Options.h"

#include "client/Failure.h"

#include <algorithm>
#include <string>

namespace venomx::client
{
namespace
{

struct Flag
{
    std::string_view name;
    std::optional<std::string_view> attached; ///< after `=`
};

Flag split(std::string_view word)
{
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) return {word, std::nullopt};
    return {word.substr(0, equals), word.substr(equals + 1)};
}

/// The flag's value, attached or the next word; `taken` becomes the words used.
std::string_view valueOf(const Flag& flag, Words words, std::size_t& taken)
{
    if (flag.attached) return *flag.attached;
    if (words.size() < 2) throw Failure::usage(std::string{flag.name} + " needs a value");
    taken = 2;
    return words[1];
}

void once(bool given, std::string_view name)
{
    if (given) throw Failure::usage(std::string{name} + " is given twice");
}

void takeToken(std::string_view value, Options& options)
{
    if (value != "@owner")
        throw Failure::usage("--token takes only @owner: a token is never an argument", "use --token-file PATH or $VENOMX_TOKEN");
    options.ownerToken = true;
}

void takeValue(const Flag& flag, std::string_view value, Options& options)
{
    if (flag.name == "--socket")
    {
        once(options.socket.has_value(), flag.name);
        options.socket = value;
    }
    else if (flag.name == "--token-file")
    {
        once(options.tokenFile.has_value(), flag.name);
        options.tokenFile = value;
    }
    else
    {
        once(options.ownerToken, flag.name);
        takeToken(value, options);
    }
    if (value.empty()) throw Failure::usage(std::string{flag.name} + " needs a value");
    if (options.ownerToken && options.tokenFile) throw Failure::usage("--token and --token-file exclude each other");
}

} // namespace

std::size_t takeOption(Words words, Options& options)
{
    const std::string_view word = words.front();
    if (word == "--json" || word == "--help" || word == "-h")
    {
        (word == "--json" ? options.json : options.help) = true;
        return 1;
    }
    const Flag flag = split(word);
    if (flag.name == "--json" || flag.name == "--help") throw Failure::usage(std::string{flag.name} + " takes no value");
    if (flag.name == "--config") throw Failure::usage("--config belongs to serve", "see: venomx serve --help");
    if (flag.name != "--socket" && flag.name != "--token" && flag.name != "--token-file") return 0;
    std::size_t taken = 1;
    takeValue(flag, valueOf(flag, words, taken), options);
    return taken;
}

bool asksForJson(Words words)
{
    const auto end = std::ranges::find(words, "--");
    return std::find(words.begin(), end, "--json") != end;
}

} // namespace venomx::client
