#include "Lab.h"

#include "client/completion/Shells.h"
#include "client/documents/Skill.h"
#include "client/mcp/Toolbox.h"

#include <cppunit/extensions/HelperMacros.h>
#include <utility>

namespace venomx::client::test
{

/// What is printed for programs and not for people, to the letter: scripts, the skill, the tools.
class ScriptsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ScriptsTest);
    CPPUNIT_TEST(eachShellHasItsScript);
    CPPUNIT_TEST(theSkill);
    CPPUNIT_TEST(theTools);
    CPPUNIT_TEST_SUITE_END();

public:
    void eachShellHasItsScript()
    {
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, shells().size());
        for (const Shell& shell : shells()) assertGolden(std::string{"completion."}.append(shell.name), std::string{shell.script});
    }

    void theSkill() { assertGolden("skill.md", skillDocument(lab())); }

    void theTools()
    {
        std::optional<Manifest> manifest = Manifest::read(dataFile("manifest.json"));
        CPPUNIT_ASSERT(manifest.has_value());
        std::string text;
        for (const auto& [name, tool] : mcp::Toolbox{std::move(*manifest), mcp::Toolset::full}.listing()) text += tool + "\n";
        assertGolden("tools.jsonl", text);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ScriptsTest);

} // namespace venomx::client::test
