#include "client/Misused.h"

#include "client/CommandLine.h"
#include "client/Concat.h"
#include "client/Suggest.h"

#include <algorithm>
#include <vector>

namespace venomx::client
{
namespace
{

std::string seeHelp(std::string_view command)
{
    return concat({"see: venomx ", command, " --help"});
}

} // namespace

Failure unexpectedFor(std::string_view word, std::string_view command, std::initializer_list<std::string_view> flags)
{
    if (word.size() > 1 && word.starts_with('-')) return unknownFlag(word, command, std::vector<std::string>(flags.begin(), flags.end()));
    return Failure::usage(concat({"unexpected word ", isName(word) ? word : "", isName(word) ? " " : "", "after ", command}),
                          seeHelp(command));
}

Failure unknownFlag(std::string_view word, std::string_view command, std::span<const std::string> flags)
{
    const std::string_view flag = word.substr(0, word.find('='));
    if (!isName(flag)) return Failure::usage(concat({"unknown flag for ", command}), seeHelp(command));
    std::vector<std::string> known{"json", "help", "socket", "token", "token-file"};
    known.insert(known.end(), flags.begin(), flags.end());
    const std::string near = didYouMean(flag.substr(std::min(flag.find_first_not_of('-'), flag.size())), known, "--");
    return Failure::usage(concat({"unknown flag ", flag, " for ", command, near}), seeHelp(command));
}

} // namespace venomx::client
