#include "client/CommandLine.h"
#include "client/Failure.h"

#include <cppunit/extensions/HelperMacros.h>
#include <vector>

namespace venomx::client::test
{
namespace
{

using List = std::vector<std::string_view>;

CommandLine read(const List& words)
{
    CommandLine line = readCommand(words);
    if (!line.family.empty()) readVerb(line);
    return line;
}

std::string messageOf(const List& words)
{
    try
    {
        return "accepted: " + read(words).text();
    }
    catch (const Failure& failure)
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"invalid_params.usage"}, failure.code());
        return failure.message();
    }
}

} // namespace

class CommandLineTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(CommandLineTest);
    CPPUNIT_TEST(findsTheCommand);
    CPPUNIT_TEST(takesReservedFlagsAnywhere);
    CPPUNIT_TEST(leavesWhatMayBeAValue);
    CPPUNIT_TEST(refusesWrongUse);
    CPPUNIT_TEST(neverShowsATokenOrAValue);
    CPPUNIT_TEST_SUITE_END();

public:
    void findsTheCommand()
    {
        const List words{"--json", "pane", "--socket", "/x", "split", "--pane", "p0", "--", "ls"};
        const CommandLine line = read(words);
        CPPUNIT_ASSERT_EQUAL(std::string{"pane split"}, line.text());
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, line.rest.size());
        CPPUNIT_ASSERT_EQUAL(std::string_view{"--pane"}, line.rest.front());
        CPPUNIT_ASSERT(line.leading.json);
        CPPUNIT_ASSERT_EQUAL(std::string_view{"/x"}, line.leading.socket.value());
        const List single{"events", "--kinds", "[]"};
        CPPUNIT_ASSERT_EQUAL(std::string{"events"}, read(single).text());
        const List none{"--help"};
        CPPUNIT_ASSERT(read(none).family.empty() && read(none).options.help);
        const List version{"--version", "--json"};
        CPPUNIT_ASSERT(read(version).version && read(version).leading.json);
    }

    void takesReservedFlagsAnywhere()
    {
        const List words{"pane", "list", "--session", "s0", "--json", "--token", "@owner", "--", "--help"};
        const CommandLine line = read(words);
        CPPUNIT_ASSERT(line.options.json && line.options.ownerToken && !line.options.help);
        CPPUNIT_ASSERT(!line.leading.json && !line.leading.ownerToken);
    }

    void leavesWhatMayBeAValue()
    {
        const List words{"pane", "send", "--text", "--socket"};
        CPPUNIT_ASSERT(!read(words).options.socket);
        const List config{"pane", "send", "--text", "--config"};
        CPPUNIT_ASSERT_EQUAL(std::string{"pane send"}, read(config).text());
    }

    void refusesWrongUse()
    {
        const std::vector<std::pair<List, std::string_view>> cases{
            {{"--socket"}, "--socket needs a value"},
            {{"--socket=", "pane"}, "--socket needs a value"},
            {{"--socket", "a", "--socket", "b", "pane"}, "--socket is given twice"},
            {{"--json=1", "pane"}, "--json takes no value"},
            {{"pane", "list", "--token-file", "x", "--token=@owner"}, "--token and --token-file exclude each other"},
            {{"pane", "list", "--config", "x"}, "--config belongs to serve"},
            {{"--pane", "p0", "pane", "list"}, "a flag of a verb stands before the command"},
        };
        for (const auto& [words, message] : cases) CPPUNIT_ASSERT_EQUAL(std::string{message}, messageOf(words));
    }

    void neverShowsATokenOrAValue()
    {
        const std::string_view refusal{"--token takes only @owner: a token is never an argument"};
        const std::string_view token{"vnt1.venomx.owner.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
        const std::string attached = "--token=" + std::string{token};
        for (const List& words : std::vector<List>{{"--token", token, "whoami"}, {attached, "whoami"}, {"pane", "list", "--token", token}})
            CPPUNIT_ASSERT_EQUAL(std::string{refusal}, messageOf(words));
        const List asCommand{token, token};
        CPPUNIT_ASSERT_EQUAL(std::string{}, read(asCommand).text());
        CPPUNIT_ASSERT(isName("pane-list_2") && !isName("vnt1.x") && !isName("") && !isName(std::string(41, 'a')));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CommandLineTest);

} // namespace venomx::client::test
