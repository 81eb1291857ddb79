#include "Fixture.h"

#include "client/Json.h"
#include "client/commands/Commands.h"
#include "client/help/ExampleLine.h"
#include "client/help/Help.h"
#include "client/help/Layout.h"

#include <cppunit/extensions/HelperMacros.h>

namespace venomx::client::test
{

class HelpTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(HelpTest);
    CPPUNIT_TEST(topListsFamiliesAndLocalCommands);
    CPPUNIT_TEST(topWithoutADaemon);
    CPPUNIT_TEST(aFamilyListsItsVerbs);
    CPPUNIT_TEST(aVerbTellsAll);
    CPPUNIT_TEST(examplesAreCommandLines);
    CPPUNIT_TEST(paragraphsWrap);
    CPPUNIT_TEST(asJson);
    CPPUNIT_TEST_SUITE_END();

public:
    void topListsFamiliesAndLocalCommands()
    {
        const std::string help = topHelp(&manifest(), {});
        const std::string commands{"Commands:\n"
                                   "  config    list; alone: Print the configuration in force\n"
                                   "  doctor    Check the daemon's health\n"
                                   "  events    Follow what happens\n"
                                   "  manifest  get; alone: Print the merged manifest, in JSON\n"
                                   "  pane      capture, list, output, run, send, wait\n"
                                   "  whoami    Say who the caller is\n"
                                   "  window    create\n"
                                   "\n"
                                   "Commands that need no daemon:\n"
                                   "  serve         Run the daemon\n"};
        CPPUNIT_ASSERT(help.find(commands) != std::string::npos);
        const std::string local = help.substr(help.find("\nCommands that need no daemon:\n"));
        for (const std::string_view needsOne : {"\n  manifest ", "\n  config ", "\n  pane run "})
            CPPUNIT_ASSERT(local.find(needsOne) == std::string::npos);
        CPPUNIT_ASSERT(local.find("\n  plugin new ") != std::string::npos);
    }

    void topWithoutADaemon()
    {
        const std::string help = topHelp(nullptr, {});
        CPPUNIT_ASSERT(help.find("\nCommands:\n") == std::string::npos);
        CPPUNIT_ASSERT(help.ends_with("How to start one: venomx serve --help\n"));
    }

    void aFamilyListsItsVerbs()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"Verbs of window:\n"
                                         "  venomx window create  Create a window with one pane\n"
                                         "\n"
                                         "More: venomx window VERB --help\n"},
                             familyHelp(manifest(), "window", {}));
        CPPUNIT_ASSERT_EQUAL(std::string{}, familyHelp(manifest(), "win", {}));
        const std::string pane = familyHelp(manifest(), "pane", {});
        const std::string own{"\n\n"
                              "Commands of the program itself:\n"
                              "  venomx pane run  Run a program in a pane of its own, and print what it leaves\n"
                              "                   there\n"
                              "\n"
                              "More: venomx pane VERB --help\n"};
        CPPUNIT_ASSERT_EQUAL(own, pane.substr(pane.find("\n\n")));
    }

    void aVerbTellsAll()
    {
        const std::string expected{"venomx window create: Create a window with one pane\n"
                                   "\n"
                                   "Usage:\n"
                                   "  venomx window create --session TEXT [--flag value ...] [-- argv ...]\n"
                                   "\n"
                                   "Starts a process.\n"
                                   "\n"
                                   "It needs the right spawn on the given session.\n"
                                   "\n"
                                   "Required flags:\n"
                                   "  --session TEXT  Session to add to (required)\n"
                                   "\n"
                                   "Flags:\n"
                                   "  --cols N          Columns (default 80; 1 to 1000)\n"
                                   "  --argv TEXT       Argument vector (may be repeated; or the words after --)\n"
                                   "  --cwd TEXT        Absolute directory\n"
                                   "  --env NAME=VALUE  Variables to set (may be repeated)\n"
                                   "  --env-unset TEXT  Names to remove (may be repeated)\n"
                                   "  --grants JSON     Rights of the pane\n"
                                   "    grants[].right  Right\n"
                                   "    grants[].scope  Scope\n"
                                   "\n"
                                   "Result:\n"
                                   "  window  New window's id\n"
                                   "\n"
                                   "Errors, with the exit status:\n"
                                   "  not_found.session (3)  No such session\n"
                                   "  not_found.cwd (3)      No such directory\n"
                                   "  denied.spawn (4)       The caller lacks the right spawn on the target\n"
                                   "\n"
                                   "Examples:\n"
                                   "  # Run make in a project\n"
                                   "  venomx window create --session s0 --cwd /srv/app --env 'GREETING=hello you' -- make 'it'\\''s'\n"
                                   "\n"};
        CPPUNIT_ASSERT_EQUAL(expected + commonFlags({}), verbHelp(verb("window.create"), {}));
    }

    void examplesAreCommandLines()
    {
        const Json params{R"({"pane":"p0","paste":false,"rate":1.5,"text":"","axis":"rows","extra":{"a":"b c"}})"};
        CPPUNIT_ASSERT_EQUAL(
            std::string{"venomx pane send --pane p0 --no-paste --rate 1.5 --text '' --axis rows --extra '{\"a\":\"b c\"}'"},
            exampleLine(verb("pane.send"), params.value()));
        const Json arrays{R"({"env_unset":["A","[b"],"grants":[{"right":"read","scope":"*"}],"env":[]})"};
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"(venomx window create --env-unset '["A","[b"]' --grants '[{"right":"read","scope":"*"}]' --env '[]')"},
            exampleLine(verb("window.create"), arrays.value()));
    }

    void paragraphsWrap()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"  one two three four five six\n  seven\n\n    code  stays  as it is whatever its length is\n"},
                             paragraphs("one two three\nfour five six seven\n\n  code  stays  as it is whatever its length is", 2, 30));
        const Term terms[]{{"--a", "short"}, {"--a-flag-that-is-much-too-long", "below"}};
        CPPUNIT_ASSERT_EQUAL(std::string{"  --a  short\n  --a-flag-that-is-much-too-long\n       below\n"}, definitions(terms, 80));
    }

    void asJson()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"verbs":[{"name":"window.create","summary":"Create a window with one pane"}],"commands":[]})"},
                             verbListJson(manifest(), "window"));
        const std::string run{
            R"("commands":[{"name":"pane run","summary":"Run a program in a pane of its own, and print what it leaves there"}]})"};
        CPPUNIT_ASSERT(verbListJson(manifest(), "pane").ends_with(run));
        for (const Command& command : commands())
        {
            const Json help{commandHelpJson(command)};
            CPPUNIT_ASSERT_EQUAL(command.name, textAt(help.value(), "name"));
            CPPUNIT_ASSERT_EQUAL(command.help, textAt(help.value(), "help"));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(HelpTest);

} // namespace venomx::client::test
