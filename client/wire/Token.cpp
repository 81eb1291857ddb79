#include "client/wire/Token.h"

#include "client/Failure.h"
#include "client/wire/Session.h"

#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <unistd.h>
#include <venomx/sdk/unique_fd.h>

namespace venomx::client
{
namespace
{

constexpr std::size_t kLargestToken = 4096;

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kBlank{" \t\r\n"};
    const std::size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

/// The file's content without the white space around it; nothing when it cannot be read, is empty or is too long.
std::optional<Secret> readFile(const std::string& path)
{
    const UniqueFd file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY)};
    if (!file) return std::nullopt;
    Secret content = Secret::ofSize(kLargestToken);
    std::size_t size = 0;
    while (size < kLargestToken)
    {
        const ssize_t got = ::read(file.get(), content.writable().data() + size, kLargestToken - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return std::nullopt;
        if (got == 0) break;
        size += static_cast<std::size_t>(got);
    }
    const std::string_view token = trimmed(content.expose().substr(0, size));
    if (size == kLargestToken || token.empty()) return std::nullopt;
    return Secret{token};
}

/// A daemon writes its owner file before it answers anybody.
bool hasStarted(const SocketPlace& place)
try
{
    const Session stranger{Connection::open(place), Secret{}};
    return true;
}
catch (const Failure&)
{
    return false;
}

Secret ownerToken(const SocketPlace& place)
{
    const std::string path = place.path + ".owner";
    std::optional<Secret> token = readFile(path);
    if (!token && ::access(path.c_str(), F_OK) != 0 && errno == ENOENT && hasStarted(place)) token = readFile(path);
    if (!token) throw Failure("denied.token", "the owner's token beside the socket cannot be read");
    return std::move(*token);
}

} // namespace

TokenSource tokenSource(const Options& options, std::string_view variable)
{
    if (options.ownerToken) return TokenSource::ownerOption;
    if (options.tokenFile) return TokenSource::file;
    if (variable == "@owner") return TokenSource::ownerVariable;
    return variable.empty() ? TokenSource::none : TokenSource::variable;
}

Secret readToken(const Options& options, std::string_view variable, const SocketPlace& place)
{
    switch (tokenSource(options, variable))
    {
    case TokenSource::ownerOption:
    case TokenSource::ownerVariable:
        return ownerToken(place);
    case TokenSource::file:
        if (std::optional<Secret> token = readFile(std::string{*options.tokenFile})) return std::move(*token);
        throw Failure::usage("the token file cannot be read");
    case TokenSource::none:
    case TokenSource::variable:
        break;
    }
    return Secret{variable};
}

} // namespace venomx::client
