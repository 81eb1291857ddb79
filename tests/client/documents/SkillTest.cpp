#include "Lab.h"

#include "client/documents/Skill.h"
#include "client/documents/SkillGuidance.h"

#include <algorithm>
#include <cppunit/extensions/HelperMacros.h>
#include <regex>

namespace venomx::client::test
{
namespace
{

/// A manifest with all that the guidance speaks of, and `more` further verbs in `families` families.
std::string fullManifest(int more = 0, int families = 1)
{
    std::string verbs;
    const auto add = [&](const std::string& name)
    { verbs += (verbs.empty() ? "" : ",") + (R"({"name":")" + name + R"(","summary":"S","effect":"read"})"); };
    for (const Chapter& chapter : skillGuidance())
        for (std::string_view left : {chapter.needs, chapter.beyond})
            while (!left.empty())
            {
                const std::size_t end = std::min(left.find(' '), left.size());
                add(std::string{left.substr(0, end)});
                left.remove_prefix(std::min(end + 1, left.size()));
            }
    for (int i = 0; i < more; ++i) add("f" + std::to_string(i % families) + ".v" + std::to_string(i));
    return R"({"manifest":{"format":1,"plugins":[{"plugin":"a","verbs":[)" + verbs + R"(]}]},"hash":""})";
}

std::string skillOf(const std::string& manifest)
{
    const std::optional<Manifest> read = Manifest::read(manifest);
    CPPUNIT_ASSERT(read.has_value());
    return skillDocument(*read);
}

/// With each run of white space as one blank, so that line breaks do not matter.
std::string unbroken(const std::string& text)
{
    return std::regex_replace(text, std::regex{"\\s+"}, " ");
}

std::ptrdiff_t lines(const std::string& text)
{
    return std::ranges::count(text, '\n');
}

} // namespace

class SkillTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(SkillTest);
    CPPUNIT_TEST(opensAsASkill);
    CPPUNIT_TEST(saysTheAgentsContract);
    CPPUNIT_TEST(saysWhatElseAnAgentNeeds);
    CPPUNIT_TEST(holdsNoToken);
    CPPUNIT_TEST(chaptersFollowTheManifest);
    CPPUNIT_TEST(listsEveryVerb);
    CPPUNIT_TEST(staysShort);
    CPPUNIT_TEST_SUITE_END();

public:
    void opensAsASkill()
    {
        const std::string text = skillOf(fullManifest());
        CPPUNIT_ASSERT(text.starts_with("---\nname: venomx\ndescription: "));
        assertHolds(text, "\n---\n\n# venomx\n");
    }

    void saysTheAgentsContract()
    {
        const std::string text = unbroken(skillOf(fullManifest()));
        for (const std::string_view fact : {
                 "`--cwd` takes an absolute path: use `--cwd \"$PWD\"`",
                 "The process gets the daemon's environment, never yours. `env_unset` removes names from it, then `env` is applied on top.",
                 "There is no shell",
                 "The executable is found on the child's final `PATH`",
                 "Names that begin with `VENOMX_` are reserved",
                 "Credentials passed with `--env` are visible in your own argument vector, in shell history and in MCP transcripts. Pass "
                 "only what the child needs.",
             })
            assertHolds(text, fact);
    }

    void saysWhatElseAnAgentNeeds()
    {
        const std::string text = unbroken(skillOf(fullManifest()));
        for (const std::string_view fact :
             {"`--token @owner` acts as the owner", "A token is never an argument", "`venomx whoami --json`", "| 0 | | success |",
              "| 1 | `internal.*` |", "| 2 | `invalid_params.*` |", "| 3 | `not_found.*` |", "| 4 | `denied.*` |", "| 5 | `conflict.*` |",
              "| 6 | `unavailable.*` |", "venomx pane wait --pane p0 --until exit", "--since", "with `reason` `timeout` and exit status 0"})
            assertHolds(text, fact);
    }

    void holdsNoToken()
    {
        const std::string text = skillOf(fullManifest());
        CPPUNIT_ASSERT(text.find("vnt1") == std::string::npos);
        CPPUNIT_ASSERT(!std::regex_search(text, std::regex{"_TOKEN="}));
    }

    void chaptersFollowTheManifest()
    {
        const std::string all = skillOf(fullManifest());
        for (const Chapter& chapter : skillGuidance()) assertHolds(all, "\n## " + std::string{chapter.title} + "\n");
        const std::string few = skillDocument(lab());
        assertHolds(few, "\n## What it is\n");
        assertHolds(few, "\n## Who you are\n");
        CPPUNIT_ASSERT(few.find("## Waiting for output") == std::string::npos);
        CPPUNIT_ASSERT(few.find("## Task") == std::string::npos);
        CPPUNIT_ASSERT(few.find("pane wait") == std::string::npos);
    }

    void listsEveryVerb()
    {
        const std::string text = skillDocument(lab());
        assertHolds(text, "\n- `venomx lab run --pane TEXT [--axis rows|cols] [--count N] [--text TEXT] [--no-trim] [--env-unset TEXT ...] "
                          "[--env NAME=VALUE ...] [-- argv ...]`: Run \\<it> \\*now\\* (destroys something; needs spawn on the given pane; "
                          "admin on everything)\n");
        assertHolds(text, "\n- `venomx whoami`: Show the caller (reads)\n");
    }

    void staysShort()
    {
        CPPUNIT_ASSERT(lines(skillOf(fullManifest())) < 200);
        const std::string many = skillOf(fullManifest(1000, 3));
        CPPUNIT_ASSERT(lines(many) < 300);
        assertHolds(many, "`venomx f0 v999`");
        const std::string tooMany = skillOf(fullManifest(1000, 1000));
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{299}, lines(tooMany));
        CPPUNIT_ASSERT(tooMany.ends_with("\n- and more: `venomx --help`\n"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SkillTest);

} // namespace venomx::client::test
