#include "client/CommandLine.h"

#include "client/Failure.h"

#include <algorithm>
#include <venomx/sdk/verb_checks.h>

namespace venomx::client
{
namespace
{

bool looksLikeFlag(std::string_view word)
{
    return word.size() > 1 && word.front() == '-';
}

/// A word after `--flag` may be that flag's value, whatever it looks like.
bool mayTakeNext(std::string_view word)
{
    return word.starts_with("--") && word.find('=') == std::string_view::npos;
}

void scanRest(CommandLine& line)
{
    line.options = line.leading;
    bool doubtful = false;
    for (Words words = line.rest; !words.empty() && words.front() != "--";)
    {
        std::size_t taken = 0;
        Options next = line.options;
        try
        {
            taken = takeOption(words, next);
            line.options = next;
        }
        catch (const Failure&)
        {
            if (!doubtful) throw;
        }
        doubtful = taken == 0 && mayTakeNext(words.front());
        words = words.subspan(std::max<std::size_t>(taken, 1));
    }
}

} // namespace

bool isName(std::string_view word)
{
    return checks::showableName(word.substr(std::min(word.find_first_not_of('-'), word.size())));
}

std::string CommandLine::text() const
{
    std::string text;
    if (isName(family)) text = family;
    if (isName(verb)) text.append(" ").append(verb);
    return text;
}

CommandLine readCommand(Words words)
{
    CommandLine line;
    Words left = words;
    while (!left.empty())
    {
        if (left.front() == "--version")
        {
            line.version = true;
            left = left.subspan(1);
            continue;
        }
        const std::size_t taken = left.front() == "--" ? 0 : takeOption(left, line.leading);
        if (taken == 0) break;
        left = left.subspan(taken);
    }
    line.options = line.leading;
    line.before = words.first(words.size() - left.size());
    if (left.empty()) return line;
    if (looksLikeFlag(left.front())) throw Failure::usage("a flag of a verb stands before the command", "see: venomx --help");
    line.family = left.front();
    line.afterFamily = line.rest = left.subspan(1);
    return line;
}

void readVerb(CommandLine& line)
{
    Words left = line.afterFamily;
    while (!left.empty() && left.front() != "--")
    {
        const std::size_t taken = takeOption(left, line.leading);
        if (taken == 0) break;
        left = left.subspan(taken);
    }
    if (!left.empty() && !looksLikeFlag(left.front()))
    {
        line.verb = left.front();
        left = left.subspan(1);
    }
    line.rest = left;
    scanRest(line);
}

} // namespace venomx::client
