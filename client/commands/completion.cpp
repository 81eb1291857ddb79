#include "client/Cli.h"
#include "client/Failure.h"
#include "client/commands/Commands.h"
#include "client/completion/Candidates.h"
#include "client/completion/Shells.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace venomx::client
{
namespace
{

/// `candidates INDEX WORDS...`: a line each for what may stand at the word of that index, its summary after a tab. For the scripts.
int printCandidates(Cli& cli, Words words)
{
    std::size_t index = 0;
    const std::string_view number = words.empty() ? std::string_view{} : words.front();
    if (std::from_chars(number.data(), number.data() + number.size(), index).ptr != number.data() + number.size() || number.empty())
        throw Failure::usage("candidates needs the index of a word");
    const Words typed = words.subspan(1);
    const Words before = typed.first(std::min(index, typed.size()));
    std::string text;
    for (const Candidate& candidate : candidates(cli.daemon(), before, index < typed.size() ? typed[index] : std::string_view{}))
        text.append(candidate.word).append(candidate.word == kFiles ? "" : "\t").append(candidate.summary).append("\n");
    cli.out().write(text);
    return 0;
}

} // namespace

int runCompletion(Cli& cli, const CommandLine&, Words words)
{
    const std::string_view name = words.empty() ? std::string_view{} : words.front();
    if (name == "candidates") return printCandidates(cli, words.subspan(1));
    const std::span<const Shell> known = shells();
    const auto shell = std::ranges::find(known, name, &Shell::name);
    if (shell == known.end() || words.size() != 1)
        throw Failure::usage("completion takes bash, zsh or fish", "see: venomx completion --help");
    cli.out().write(shell->script);
    return 0;
}

} // namespace venomx::client
