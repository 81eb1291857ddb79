#include "DaemonProcess.h"
#include "WireClient.h"

#include <cppunit/extensions/HelperMacros.h>
#include <string>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace venomx::tests
{

/// The rows of the wire's tables, one by one, against one daemon.
class TableTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(TableTest);
    CPPUNIT_TEST(badInputGetsOneErrorAndLosesNothing);
    CPPUNIT_TEST(helloComesFirstAndOnce);
    CPPUNIT_TEST(wrongTokensCloseTheConnection);
    CPPUNIT_TEST(verbsThatAreNotThere);
    CPPUNIT_TEST(idsAreUniqueWhileInUse);
    CPPUNIT_TEST(longLines);
    CPPUNIT_TEST(answersFromEverywhere);
    CPPUNIT_TEST(otherUsersAreTurnedAway);
    CPPUNIT_TEST_SUITE_END();

    static std::string error(const char* id, const char* code, const char* message, const char* data = "{}")
    {
        return std::string{R"({"id":)"} + id + R"(,"error":{"code":")" + code + R"(","message":")" + message + R"(","data":)" + data + "}}";
    }
    static std::string syntax(const char* id) { return error(id, "protocol.syntax", "malformed frame"); }
    static std::string badId() { return error("null", "protocol.id", "id must be an integer from 0 to 2^53-1 that is not in use"); }
    static std::string helloFirst(const char* id) { return error(id, "protocol.hello", "the first request must be hello"); }

    void badInputGetsOneErrorAndLosesNothing()
    {
        DaemonProcess daemon;
        WireClient client{daemon.socket(), daemon.ownerToken()};
        client.start(900, "lab.hold", R"({"tag":"under way"})");
        using namespace std::literals;
        const std::pair<std::string_view, std::string> rows[] = {
            {"nonsense"sv, syntax("null")},
            {"[]"sv, syntax("null")},
            {"3"sv, syntax("null")},
            {R"({"id":1,"verb":"whoami")"sv, syntax("1")},
            {R"({"id":1,"verb":"whoami"}})"sv, syntax("1")},
            {R"({"id":1,"verb":"whoami","verb":"x"})"sv, syntax("1")},
            {R"({"id":1,"verb":"whoami","params":{"a\u0000":1}})"sv, syntax("1")},
            {R"({"id":1,"verb":"whoami","token":"x"})"sv, syntax("1")},
            {R"({"id":1})"sv, syntax("1")},
            {R"({"cancel":1,"id":1})"sv, syntax("1")},
            {R"({"id":900,"verb":)"sv, syntax("null")}, // an id in use is not echoed: it is another request's
            {"{\"id\":1,\"verb\":\"\xc3(\"}"sv, error("1", "protocol.encoding", "the frame is not valid UTF-8")},
            {R"({"verb":"whoami"})"sv, badId()},
            {R"({"id":80.0,"verb":"whoami"})"sv, badId()},
            {R"({"id":-1,"verb":"whoami"})"sv, badId()},
            {R"({"id":9007199254740992,"verb":"whoami"})"sv, badId()},
            {R"({"cancel":null})"sv, badId()},
            {R"({"id":1,"verb":"whoami","params":null})"sv,
             error("1", "invalid_params.schema", "a parameter has the wrong type", R"({"param":"params","reason":"type"})")},
            {R"({"id":1,"verb":"whoami","params":{"x":1}})"sv,
             error("1", "invalid_params.schema", "unknown parameter", R"({"param":"x","reason":"unknown"})")},
        };
        for (const auto& [line, expected] : rows)
        {
            const std::string answer = client.ask(" \r\n\n\t" + std::string{line} + " \r");
            CPPUNIT_ASSERT_EQUAL(std::string{line} + '\n' + expected, std::string{line} + '\n' + answer);
        }
        const std::string nested = R"({"id":1,"verb":"whoami","params":{"a":)" + std::string(31, '[') + std::string(31, ']') + "}}";
        CPPUNIT_ASSERT_EQUAL(syntax("1"), client.ask(nested));
        CPPUNIT_ASSERT(client.call(9007199254740991, "whoami").starts_with(R"({"id":9007199254740991,"ok":{"principal":"owner")"));
        client.start(2, "lab.release");
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":900,"ok":{"tag":"under way"}})"}, client.line());
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":2,"ok":{"started":"under way ","held":0}})"}, client.line());
        CPPUNIT_ASSERT_EQUAL(0, daemon.stop());
    }

    void helloComesFirstAndOnce()
    {
        DaemonProcess daemon;
        WireClient client{daemon.socket()};
        CPPUNIT_ASSERT_EQUAL(helloFirst("4"), client.call(4, "whoami"));
        CPPUNIT_ASSERT_EQUAL(helloFirst("4"), client.call(4, "no.such"));
        CPPUNIT_ASSERT_EQUAL(error("0", "protocol.version", "this protocol version is not spoken", R"({"supported":[1]})"),
                             client.call(0, "hello", R"({"protocol":2})"));
        CPPUNIT_ASSERT_EQUAL(
            error("0", "invalid_params.schema", "a required parameter is missing", R"({"param":"protocol","reason":"missing"})"),
            client.call(0, "hello"));
        CPPUNIT_ASSERT_EQUAL(error("0", "invalid_params.schema", "a parameter has the wrong type", R"({"param":"token","reason":"type"})"),
                             client.call(0, "hello", R"({"protocol":1,"token":null})"));
        CPPUNIT_ASSERT_EQUAL(badId(), client.ask(R"({"id":"0","verb":"hello","params":{"protocol":1}})"));
        const std::string greeting = client.call(0, "hello", R"({"protocol":1,"client":"test/1"})");
        CPPUNIT_ASSERT_MESSAGE(greeting, greeting.starts_with(R"({"id":0,"ok":{"protocol":1,"server":"venomx/0.1.0","boot":")"));
        CPPUNIT_ASSERT_MESSAGE(greeting, greeting.find(R"(","principal":"unknown","manifest":")") != std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(greeting, greeting.ends_with(R"(","limits":{"frame":1048576}}})"));
        CPPUNIT_ASSERT_EQUAL(error("1", "protocol.hello", "hello has been said"), client.call(1, "hello", R"({"protocol":1})"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":1,"ok":{"principal":"unknown","grants":[{"right":"read","scope":"*"}]}})"},
                             client.call(1, "whoami"));
        CPPUNIT_ASSERT_EQUAL(error("2", "denied.admin", "permission denied", R"({"right":"admin"})"), client.call(2, "principal.list"));
    }

    void wrongTokensCloseTheConnection()
    {
        DaemonProcess daemon;
        const std::string secret(43, 'A');
        for (const std::string& token :
             {std::string{}, std::string{"@owner"}, "vnt1.venomx.owner." + secret, "vnt1.venomx.unknown." + secret,
              "vnt1.venomx.g7." + secret, "vnt1.venom.owner." + secret, daemon.ownerToken() + " "})
        {
            WireClient client{daemon.socket()};
            client.send(R"({"id":0,"verb":"hello","params":{"protocol":1,"token":")" + token + "\"}}\n" + R"({"id":1,"verb":"whoami"})" +
                        "\n");
            CPPUNIT_ASSERT_EQUAL(error("0", "denied.token", "permission denied"), client.line());
            CPPUNIT_ASSERT(!client.read());
        }
        WireClient owner{daemon.socket(), daemon.ownerToken()};
        std::string made = owner.call(1, "principal.create", R"({"grants":[]})");
        const std::size_t at = made.find("vnt1.");
        const std::string token = made.substr(at, made.find('"', at) - at);
        WireClient guest{daemon.socket(), token};
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":1,"ok":{"principal":"g1","grants":[]}})"}, guest.call(1, "whoami"));
        guest.start(2, "events");
        CPPUNIT_ASSERT(guest.line().starts_with(R"({"id":2,"ok":)"));
        guest.start(3, "lab.wait", R"({"tag":"w"})");
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":2,"ok":{"principal":"g1"}})"},
                             owner.call(2, "principal.revoke", R"({"principal":"g1"})"));
        const std::string first = guest.line();
        const std::string second = guest.line();
        const std::string ended = R"({"id":2,"end":{"reason":"revoked"}})";
        const std::string cancelled = error("3", "unavailable.cancelled", "cancelled");
        CPPUNIT_ASSERT_MESSAGE(first + second, (first == ended && second == cancelled) || (first == cancelled && second == ended));
        CPPUNIT_ASSERT(!guest.read());
        WireClient again{daemon.socket()};
        CPPUNIT_ASSERT_EQUAL(error("0", "denied.token", "permission denied"),
                             again.call(0, "hello", R"({"protocol":1,"token":")" + token + R"("})"));
    }

    void verbsThatAreNotThere()
    {
        DaemonProcess daemon{{.words = {"-D", "verbs.denied=lab.big"}}};
        WireClient client{daemon.socket(), daemon.ownerToken()};
        CPPUNIT_ASSERT_EQUAL(error("1", "not_found.verb", "no such verb"), client.call(1, "no.such"));
        CPPUNIT_ASSERT_EQUAL(error("1", "not_found.verb", "no such verb"), client.call(1, ""));
        CPPUNIT_ASSERT(client.call(1, "lab.big", R"({"bytes":1})").find(R"("error")") != std::string::npos);
    }

    void idsAreUniqueWhileInUse()
    {
        DaemonProcess daemon;
        WireClient client{daemon.socket(), daemon.ownerToken()};
        client.start(5, "lab.hold", R"({"tag":"a"})");
        CPPUNIT_ASSERT_EQUAL(badId(), client.call(5, "whoami"));
        client.start(6, "events");
        CPPUNIT_ASSERT(client.line().starts_with(R"({"id":6,"ok":)"));
        CPPUNIT_ASSERT_EQUAL(badId(), client.call(6, "whoami"));
        client.send("{\"cancel\":99}\n{\"cancel\":6}\n");
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":6,"end":{"reason":"cancelled"}})"}, client.line());
        CPPUNIT_ASSERT(client.call(6, "whoami").starts_with(R"({"id":6,"ok":)"));
        client.send("{\"cancel\":5}\n");
        CPPUNIT_ASSERT_EQUAL(error("5", "unavailable.cancelled", "cancelled"), client.line());
        CPPUNIT_ASSERT(client.call(5, "whoami").starts_with(R"({"id":5,"ok":)"));
    }

    void longLines()
    {
        DaemonProcess daemon;
        {
            WireClient client{daemon.socket(), daemon.ownerToken()};
            const std::string head = R"({"id":1,"verb":"whoami","params":{)";
            const std::string fits = head + std::string(1'048'576 - head.size() - 3, ' ') + "}}\n";
            CPPUNIT_ASSERT_EQUAL(std::size_t{1'048'576}, fits.size());
            client.send(fits + fits);
            CPPUNIT_ASSERT(client.line().starts_with(R"({"id":1,"ok":)"));
            CPPUNIT_ASSERT(client.line().starts_with(R"({"id":1,"ok":)"));
            client.send(R"({"id":2,"verb":"whoami"})" + std::string{"\n"} + head + std::string(2 * 1'048'576, ' ') + "}}\n");
            CPPUNIT_ASSERT(client.line().starts_with(R"({"id":2,"ok":)"));
            CPPUNIT_ASSERT_EQUAL(error("null", "protocol.frame_too_large", "the frame is over the limit"), client.line());
            CPPUNIT_ASSERT(!client.read());
        }
        DaemonProcess small{{.words = {"-D", "limits.frame=4096"}}};
        WireClient client{small.socket(), small.ownerToken()};
        client.send(std::string(4096, ' '));
        CPPUNIT_ASSERT_EQUAL(error("null", "protocol.frame_too_large", "the frame is over the limit"), client.line());
        CPPUNIT_ASSERT(!client.read());
    }

    void answersFromEverywhere()
    {
        DaemonProcess daemon;
        WireClient client{daemon.socket(), daemon.ownerToken()};
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":1,"ok":{"tag":"x"}})"}, client.call(1, "lab.work", R"({"tag":"x"})"));
        CPPUNIT_ASSERT_EQUAL(error("2", "internal.plugin", "the plugin failed"), client.call(2, "lab.throw"));
        CPPUNIT_ASSERT_EQUAL(error("3", "internal.dropped", "the verb ended without an answer"), client.call(3, "lab.drop"));
        const std::string big = client.call(4, "lab.big", R"({"bytes":5000000})");
        CPPUNIT_ASSERT_EQUAL(std::size_t{5'000'000 + 25}, big.size());
        client.start(5, "lab.flow", R"({"frames":3,"bytes":2})");
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":5,"ok":{}})"}, client.line());
        for (int i = 0; i < 3; ++i) CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":5,"output":"ff"})"}, client.line());
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"id":5,"end":{"reason":"done"}})"}, client.line());
    }

    void otherUsersAreTurnedAway()
    {
        // Only root can be somebody else; and the file's mode, which keeps others out before the daemon does, must give way.
        if (::geteuid() != 0) return;
        DaemonProcess daemon;
        for (const std::string& path : {daemon.folder(), daemon.folder() + "/run", daemon.socket()})
            CPPUNIT_ASSERT_EQUAL(0, ::chmod(path.c_str(), 0777));
        // The raw call changes this thread alone.
        CPPUNIT_ASSERT_EQUAL(0L, ::syscall(SYS_setresuid, -1, 12345, -1));
        WireClient client{daemon.socket()};
        CPPUNIT_ASSERT_EQUAL(0L, ::syscall(SYS_setresuid, -1, 0, -1));
        CPPUNIT_ASSERT_EQUAL(error("null", "denied.peer", "permission denied"), client.line());
        CPPUNIT_ASSERT(!client.read());
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(TableTest);

} // namespace venomx::tests
