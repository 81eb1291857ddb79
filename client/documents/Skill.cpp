#include "client/documents/Skill.h"

#include "client/Concat.h"
#include "client/Failure.h"
#include "client/documents/Facts.h"
#include "client/documents/Markdown.h"
#include "client/documents/SkillGuidance.h"

#include <algorithm>
#include <array>
#include <vector>

namespace venomx::client
{
namespace
{

std::size_t lineCount(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

bool hasAll(const Manifest& manifest, std::string_view names)
{
    while (!names.empty())
    {
        const std::size_t end = std::min(names.find(' '), names.size());
        const std::string_view name = names.substr(0, end);
        if (!manifest.find(name) && manifest.group(name) == nullptr) return false;
        names.remove_prefix(std::min(end + 1, names.size()));
    }
    return true;
}

std::string statuses()
{
    std::string out{"\n## Exit statuses\n\nThe part of an error's code before the dot decides:\n\n"};
    constexpr std::array<std::string_view, 3> kHeadings{"exit", "code", "meaning"};
    std::vector<std::vector<std::string>> rows{{"0", "", "success"}};
    for (const ErrorClass& known : errorClasses())
        rows.push_back({std::to_string(exitStatusOf(known.name)), markdownCode(concat({known.name, ".*"})), markdownText(known.meaning)});
    return out + markdownTable(kHeadings, rows);
}

std::string verbLine(const VerbView& verb)
{
    const std::string rights = rightsText(verb);
    const std::string needs = rights.empty() ? std::string{} : concat({"; needs ", markdownText(rights)});
    return concat({"- ", markdownCode(synopsisLine(verb)), ": ", markdownText(verb.summary()), " (", effectText(verb), needs, ")\n"});
}

std::string familyLine(const Family& family)
{
    std::string names;
    for (const VerbView& verb : family.verbs) names += (names.empty() ? "" : ", ") + markdownCode("venomx " + verb.command());
    return concat({"- ", names, "\n"});
}

/// As many lines as may be: a line a verb, or a family, or the first families.
std::string verbs(const Manifest& manifest, std::size_t lines)
{
    std::string out;
    for (const VerbView& verb : manifest.verbs()) out += verbLine(verb);
    if (lineCount(out) <= lines) return out;
    const std::vector<Family> all = families(manifest);
    const std::size_t shown = all.size() <= lines ? all.size() : lines - 1;
    out.clear();
    for (std::size_t i = 0; i < shown; ++i) out += familyLine(all[i]);
    if (shown < all.size()) out += "- and more: `venomx --help`\n";
    return out;
}

} // namespace

std::string skillDocument(const Manifest& manifest)
{
    std::string out = concat({"---\nname: ", kSkillName, "\ndescription: ", kSkillDescription, "\n---\n\n# venomx\n"});
    for (const Chapter& chapter : skillGuidance())
        if (hasAll(manifest, chapter.needs) && hasAll(manifest, chapter.beyond))
            out += concat({"\n## ", chapter.title, "\n\n", chapter.text});
    out += statuses();
    out += "\n## All verbs\n\n";
    return out + verbs(manifest, kLongestSkill - lineCount(out));
}

} // namespace venomx::client
