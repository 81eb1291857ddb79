#include "Fixture.h"

#include "client/Failure.h"
#include "client/arguments/Arguments.h"

#include <cppunit/extensions/HelperMacros.h>
#include <fcntl.h>
#include <unistd.h>
#include <vector>
#include <venomx/sdk/unique_fd.h>

namespace venomx::client::test
{
namespace
{

using List = std::vector<std::string_view>;

struct Good
{
    std::string_view verb;
    List words;
    std::string_view params;
};

struct Bad
{
    std::string_view verb;
    List words;
    std::string_view message;
};

Arguments read(std::string_view name, const List& words, int input = -1)
{
    StandardInput standardInput{input};
    return readArguments(verb(name), words, {}, standardInput);
}

std::string messageOf(std::string_view name, const List& words)
{
    try
    {
        return "accepted: " + read(name, words).params;
    }
    catch (const Failure& failure)
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"invalid_params.usage"}, failure.code());
        CPPUNIT_ASSERT_EQUAL(2, failure.exitStatus());
        return failure.message();
    }
}

} // namespace

class ArgumentsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ArgumentsTest);
    CPPUNIT_TEST(wordsBecomeParams);
    CPPUNIT_TEST(wrongWordsAreRefused);
    CPPUNIT_TEST(reservedFlagsStandAnywhere);
    CPPUNIT_TEST(aValueIsVerbatimWhateverItLooksLike);
    CPPUNIT_TEST(standardInputIsRead);
    CPPUNIT_TEST(noMessageHoldsAValue);
    CPPUNIT_TEST(wordsWithoutDashesAreLedBehindThem);
    CPPUNIT_TEST_SUITE_END();

public:
    void wordsBecomeParams()
    {
        const std::vector<Good> cases{
            {"whoami", {}, R"({})"},
            {"pane.list", {"--session", "s0"}, R"({"session":"s0"})"},
            {"pane.list", {"--session=s0"}, R"({"session":"s0"})"},
            {"pane.list", {"--session="}, R"({"session":""})"},
            {"pane.list", {"--session=a=b"}, R"({"session":"a=b"})"},
            {"pane.list", {"--session", "a\"\\\n\xc3\xa9"}, "{\"session\":\"a\\\"\\\\\\n\xc3\xa9\"}"},
            {"window.create", {"--cols", "100"}, R"({"cols":100})"},
            {"window.create", {"--cols", "-5"}, R"({"cols":-5})"},
            {"window.create", {"--cols=007"}, R"({"cols":7})"},
            {"window.create", {"--cols", "9223372036854775807"}, R"({"cols":9223372036854775807})"},
            {"pane.send", {"--rate", "1.50"}, R"({"rate":1.50})"},
            {"pane.send", {"--rate", "-2e3"}, R"({"rate":-2e3})"},
            {"pane.send", {"--paste"}, R"({"paste":true})"},
            {"pane.send", {"--no-paste"}, R"({"paste":false})"},
            {"pane.send", {"--paste=true"}, R"({"paste":true})"},
            {"pane.send", {"--paste=false"}, R"({"paste":false})"},
            {"pane.send", {"--no-echo"}, R"({"no_echo":true})"},
            {"pane.send", {"--no-no-echo"}, R"({"no_echo":false})"},
            {"pane.send", {"--axis", "diagonal"}, R"({"axis":"diagonal"})"},
            {"pane.send", {"--extra", "{\"a\": [1,\n2]}"}, R"({"extra":{"a": [1, 2]}})"},
            {"window.create",
             {"--env", "A=b", "--env", "C=d=e", "--env", "E="},
             R"({"env":[{"name":"A","value":"b"},{"name":"C","value":"d=e"},{"name":"E","value":""}]})"},
            {"window.create", {"--env", R"([{"name":"A","value":"b"}])"}, R"({"env":[{"name":"A","value":"b"}]})"},
            {"window.create", {"--env-unset", "HISTFILE", "--env-unset", "LANG"}, R"({"env_unset":["HISTFILE","LANG"]})"},
            {"window.create", {"--env-unset=[\"A\",\"B\"]"}, R"({"env_unset":["A","B"]})"},
            {"window.create", {"--env-unset", "[]"}, R"({"env_unset":[]})"},
            {"window.create", {"--grants", "[]"}, R"({"grants":[]})"},
            {"window.create",
             {"--session", "s0", "--", "make", "-j2", "--json", "--"},
             R"({"session":"s0","argv":["make","-j2","--json","--"]})"},
            {"window.create", {"--", "[x", ""}, R"({"argv":["[x",""]})"},
            {"window.create", {"--"}, R"({"argv":[]})"},
            {"window.create", {"--argv", "ls", "--argv", "-l"}, R"({"argv":["ls","-l"]})"},
            {"window.create", {"--cwd", "/x", "--session", "s0"}, R"({"session":"s0","cwd":"/x"})"},
            {"whoami", {"--"}, R"({})"},
            {"pane.output", {"--span", "[1, {\"a\":null}]"}, R"({"span":[1, {"a":null}]})"},
        };
        for (const Good& good : cases) CPPUNIT_ASSERT_EQUAL(std::string{good.params}, read(good.verb, good.words).params);
    }

    void wrongWordsAreRefused()
    {
        const std::vector<Bad> cases{
            {"pane.list", {"p0"}, "unexpected word right after pane list"},
            {"pane.list", {"--session", "s0", "p0"}, "unexpected word right after the value of --session"},
            {"pane.list", {"-x"}, "unexpected word right after pane list"},
            {"pane.list", {"--session"}, "--session needs a value"},
            {"pane.list", {"--session", "a", "--session", "b"}, "--session is given twice"},
            {"pane.list", {"--sesion", "a"}, "unknown flag --sesion for pane list; did you mean --session?"},
            {"pane.list", {"--jsn"}, "unknown flag --jsn for pane list; did you mean --json?"},
            {"pane.list", {"--zzzzzz=1"}, "unknown flag --zzzzzz for pane list"},
            {"pane.list", {"--no-session"}, "unknown flag --no-session for pane list; did you mean --session?"},
            {"pane.list", {"--vnt1.x=1"}, "unknown flag for pane list"},
            {"pane.list", {"--session", "\xff"}, "--session is not valid UTF-8"},
            {"pane.list", {"--", "x"}, "pane list takes no words after --"},
            {"window.create", {"--env_unset", "A"}, "unknown flag --env_unset for window create; did you mean --env-unset?"},
            {"window.create", {"--cols", "80.0"}, "--cols takes an integer"},
            {"window.create", {"--cols", "+8"}, "--cols takes an integer"},
            {"window.create", {"--cols", ""}, "--cols takes an integer"},
            {"window.create", {"--cols", "9223372036854775808"}, "--cols takes an integer"},
            {"window.create", {"--env", "NAME"}, "--env takes NAME=VALUE or a JSON array"},
            {"window.create", {"--env", "A=b", "--env", "[]"}, "--env is given twice"},
            {"window.create", {"--env", "[]", "--env", "A=b"}, "--env is given as a whole and as single words"},
            {"window.create", {"--env-unset", "[\"A\""}, "--env-unset takes well-formed JSON"},
            {"window.create", {"--env-unset", "[\"A\"] x"}, "--env-unset takes well-formed JSON"},
            {"window.create", {"--grants", "read"}, "--grants takes a JSON array"},
            {"window.create", {"--argv", "ls", "--", "ls"}, "--argv is given as a flag and after --"},
            {"pane.send", {"--paste=yes"}, "--paste takes no value, or =true or =false"},
            {"pane.send", {"--paste", "true"}, "unexpected word right after --paste"},
            {"pane.send", {"--paste", "--no-paste"}, "--paste is given twice"},
            {"pane.send", {"--rate", "nan"}, "--rate takes a number"},
            {"pane.send", {"--rate", ".5"}, "--rate takes a number"},
            {"pane.send", {"--extra", "[]"}, "--extra takes a JSON object"},
            {"pane.send", {"--extra", R"({"a":1,"a":2})"}, "--extra takes well-formed JSON"},
            {"pane.send", {"--text", "-"}, "standard input cannot be read"},
        };
        for (const Bad& bad : cases) CPPUNIT_ASSERT_EQUAL(std::string{bad.message}, messageOf(bad.verb, bad.words));
    }

    void reservedFlagsStandAnywhere()
    {
        const Arguments found = read("pane.list", {"--json", "--session", "s0", "--socket=/x", "--token-file", "/t"});
        CPPUNIT_ASSERT(found.options.json && !found.options.help && !found.options.ownerToken);
        CPPUNIT_ASSERT_EQUAL(std::string_view{"/x"}, found.options.socket.value());
        CPPUNIT_ASSERT_EQUAL(std::string_view{"/t"}, found.options.tokenFile.value());
        CPPUNIT_ASSERT(read("pane.list", {"--token", "@owner"}).options.ownerToken);
    }

    void aValueIsVerbatimWhateverItLooksLike()
    {
        for (const std::string_view value : {"--json", "--help", "--", "--pane", "-", "--socket"})
        {
            const Arguments found = read("pane.list", {"--session", value});
            CPPUNIT_ASSERT_EQUAL(R"({"session":")" + std::string{value} + "\"}", found.params);
            CPPUNIT_ASSERT(!found.options.json && !found.options.help && !found.options.socket);
        }
    }

    void standardInputIsRead()
    {
        const TestFolder folder;
        folder.write("input", "line \"1\"\nline 2");
        const UniqueFd input{::open(folder.path("input").c_str(), O_RDONLY | O_CLOEXEC)};
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"text":"line \"1\"\nline 2"})"}, read("pane.send", {"--text", "-"}, input.get()).params);
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"session":"-"})"}, read("pane.list", {"--session", "-"}, input.get()).params);
    }

    void wordsWithoutDashesAreLedBehindThem()
    {
        const auto json = [](std::string_view name, const List& words) -> std::string
        {
            try
            {
                static_cast<void>(read(name, words));
            }
            catch (const Failure& failure)
            {
                return failure.json();
            }
            return "accepted";
        };
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"({"code":"invalid_params.usage","message":"unexpected word right after the value of --session","data":{"hint":)"
                        R"("words for argv stand after --, as in: venomx window create [--flag value ...] -- argv ..."}})"},
            json("window.create", {"--session", "s0", "make", "test"}));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"code":"invalid_params.usage","message":"unexpected word right after pane list",)"
                                         R"("data":{"hint":"see: venomx pane list --help"}})"},
                             json("pane.list", {"s0"}));
    }

    void noMessageHoldsAValue()
    {
        const std::string_view secret{"hunter2"};
        const std::vector<List> cases{
            {"--env", secret}, {"--cols", secret}, {secret},           {"--env-unset", "[hunter2"}, {"--cwd", secret, "--cwd", secret},
            {"--enx=hunter2"}, {"--env=hunter2"},  {"--token", secret}};
        for (const List& words : cases) CPPUNIT_ASSERT_EQUAL(std::string::npos, messageOf("window.create", words).find(secret));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ArgumentsTest);

} // namespace venomx::client::test
