#include "client/Denial.h"

#include "client/Concat.h"

#include <algorithm>
#include <array>

namespace venomx::client
{
namespace
{

std::string_view nameOf(TokenSource source)
{
    constexpr std::array<std::string_view, 5> kNames{"", "the owner's token of --token @owner", "the token in the file of --token-file",
                                                     "the owner's token of $VENOMX_TOKEN", "the token in $VENOMX_TOKEN"};
    return kNames[static_cast<std::size_t>(source)];
}

std::string tokenRemedy(TokenSource source)
{
    switch (source)
    {
    case TokenSource::none:
        return {};
    case TokenSource::ownerOption:
    case TokenSource::ownerVariable:
        return concat({nameOf(source), " is read beside the socket, and refused from inside a pane"});
    case TokenSource::file:
    case TokenSource::variable:
        return concat({nameOf(source), " is not one of this daemon, or no longer"});
    }
    return {};
}

} // namespace

std::string_view deniedRight(std::string_view code)
{
    constexpr std::string_view kClass{"denied."};
    constexpr std::array<std::string_view, 4> kRights{"read", "write", "spawn", "admin"};
    const std::string_view right = code.starts_with(kClass) ? code.substr(kClass.size()) : std::string_view{};
    return std::ranges::find(kRights, right) != kRights.end() ? right : std::string_view{};
}

std::string denialRemedy(std::string_view code, TokenSource source)
{
    if (code == "denied.token") return tokenRemedy(source);
    const std::string_view right = deniedRight(code);
    if (right.empty()) return {};
    const std::string who =
        source == TokenSource::none ? "no token was given" : concat({nameOf(source), " lacks the right ", right, " there"});
    return concat({who, "; one that has ", source == TokenSource::none ? "the right " : "", source == TokenSource::none ? right : "it",
                   " comes by --token-file PATH, $VENOMX_TOKEN or, outside of panes, --token @owner"});
}

} // namespace venomx::client
