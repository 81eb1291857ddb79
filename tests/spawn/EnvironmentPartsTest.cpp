// Token shapes, credentials, the base environment and the executable search's candidates, as tables.
#include "BaseEnvironment.h"
#include "Candidates.h"
#include "Credentials.h"
#include "LoginShell.h"
#include "NameSet.h"
#include "TokenShapes.h"

#include <cppunit/extensions/HelperMacros.h>
#include <set>
#include <string>
#include <vector>

namespace venomx::tests
{
namespace
{

using namespace venomx::spawn;

const std::string kSecret = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ-_01234";

/// All shapes of a text as `start+size tool principal`, separated by `;`.
std::string shapes(const std::string& text)
{
    std::string all;
    for (auto shape = findToken(text); shape; shape = findToken(text, shape->start + 1))
        all += std::to_string(shape->start) + '+' + std::to_string(shape->size) + ' ' + std::string{shape->tool} + ' ' +
               std::string{shape->principal} + ';';
    return all;
}

std::vector<std::string> candidates(std::string_view name, std::optional<std::string_view> path)
{
    Arena arena;
    const Candidates found = findCandidates(arena, name, path, "/fall/back");
    std::vector<std::string> all;
    while (const char* next = candidate(found, all.size())) all.emplace_back(next);
    return all;
}

using Names = std::vector<std::string>;

} // namespace

class EnvironmentPartsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(EnvironmentPartsTest);
    CPPUNIT_TEST(tokenShapes);
    CPPUNIT_TEST(overlappingShapes);
    CPPUNIT_TEST(baseIsStrippedByRule);
    CPPUNIT_TEST(firstRuleCounts);
    CPPUNIT_TEST(baseKeepsBytes);
    CPPUNIT_TEST(searchCandidates);
    CPPUNIT_TEST(pathShapes);
    CPPUNIT_TEST(loginShells);
    CPPUNIT_TEST(nameSets);
    CPPUNIT_TEST_SUITE_END();

public:
    void tokenShapes()
    {
        CPPUNIT_ASSERT_EQUAL(std::size_t{43}, kSecret.size());
        struct Row
        {
            std::string text;
            std::string found;
        };
        const std::vector<Row> rows{
            {"", ""},
            {"vnt1.", ""},
            {"vnt1.venom.g1." + kSecret, "0+57 venom g1;"},
            {"x vnt1.venom.owner." + kSecret + " y", "2+60 venom owner;"},
            {"vnt1.a.unknown." + kSecret, "0+58 a unknown;"},
            {"vnt1.a-1.g10." + kSecret + "more", "0+56 a-1 g10;"},
            {"vnt1." + std::string(32, 'a') + ".g1." + kSecret, "0+84 " + std::string(32, 'a') + " g1;"},
            {"vnt1." + std::string(33, 'a') + ".g1." + kSecret, ""},
            {"vnt1.1a.g1." + kSecret, ""},
            {"vnt1.-a.g1." + kSecret, ""},
            {"vnt1.A.g1." + kSecret, ""},
            {"vnt1..g1." + kSecret, ""},
            {"vnt1.a.g0." + kSecret, ""},
            {"vnt1.a.g01." + kSecret, ""},
            {"vnt1.a.g." + kSecret, ""},
            {"vnt1.a.owners." + kSecret, ""},
            {"vnt1.a.g1x." + kSecret, ""},
            {"vnt1.a.g1." + kSecret.substr(1), ""},
            {"vnt1.a.g1." + kSecret.substr(1) + "+", ""},
            {"VNT1.a.g1." + kSecret, ""},
            {"vnt2.a.g1." + kSecret, ""},
            {"vvnt1.a.g1." + kSecret, "1+53 a g1;"},
        };
        for (const Row& row : rows) CPPUNIT_ASSERT_EQUAL_MESSAGE(row.text, row.found, shapes(row.text));
    }

    void overlappingShapes()
    {
        const std::string inner = "vnt1.b.owner." + kSecret;
        CPPUNIT_ASSERT_EQUAL(std::string{"0+53 a g1;49+56 b owner;"}, shapes("vnt1.a.g1." + std::string(39, 'x') + inner));
        CPPUNIT_ASSERT_EQUAL(std::string{"5+56 b owner;"}, shapes("vnt1." + inner));
        CPPUNIT_ASSERT_EQUAL(std::string{"0+56 vnt1 g1;"}, shapes("vnt1.vnt1.g1." + kSecret));
        CPPUNIT_ASSERT_EQUAL(std::string{"0+56 b owner;56+56 b owner;"}, shapes(inner + inner));
    }

    void baseIsStrippedByRule()
    {
        const Names entries{"PATH=/bin",
                            "X_TOKEN=1",
                            "_TOKEN=1",
                            "VENOM_PRINCIPAL=g1",
                            "VENOMX_DEBUG=1",
                            "VENOMX_=1",
                            "FOO=vnt1.venom.owner." + kSecret,
                            "NOTIFY_SOCKET=/s",
                            "LISTEN_FDS=1",
                            "LISTEN_PID=2",
                            "LISTEN_FDNAMES=x",
                            "WATCHDOG_USEC=3",
                            "WATCHDOG_PID=4",
                            "PATH=/second",
                            "=nameless",
                            "plain",
                            "",
                            "TOKEN=kept",
                            "MY_TOKENS=kept",
                            "EMPTY="};
        const BaseEnvironment base{entries};
        Names kept;
        for (const BaseEnvironment::Variable& variable : base.variables()) kept.push_back(variable.text);
        CPPUNIT_ASSERT((kept == Names{"PATH=/bin", "TOKEN=kept", "MY_TOKENS=kept", "EMPTY="}));
        const BaseEnvironment::Counts& counts = base.counts();
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{2}, counts.tokenName);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1}, counts.principalName);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{2}, counts.venomxName);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1}, counts.tokenValue);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1}, counts.duplicate);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{3}, counts.malformed);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{6}, counts.serviceManager);
        CPPUNIT_ASSERT_EQUAL(std::string_view{"/bin"}, base.find("PATH").value());
        CPPUNIT_ASSERT_EQUAL(std::string_view{}, base.find("EMPTY").value());
        CPPUNIT_ASSERT(!base.find("X_TOKEN"));
    }

    void firstRuleCounts()
    {
        const std::string token = "vnt1.venomx.g1." + kSecret;
        const BaseEnvironment base{Names{"VENOMX_TOKEN=" + token, "VENOMX_PRINCIPAL=" + token, "VENOMX_X=" + token}};
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1}, base.counts().tokenName);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1}, base.counts().principalName);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1}, base.counts().venomxName);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, base.counts().tokenValue);
        CPPUNIT_ASSERT(base.variables().empty());
    }

    void baseKeepsBytes()
    {
        const BaseEnvironment base{Names{"odd name\xff=\xfe=\n", "a=b=c"}};
        CPPUNIT_ASSERT_EQUAL(std::string_view{"\xfe=\n"}, base.find("odd name\xff").value());
        CPPUNIT_ASSERT_EQUAL(std::string_view{"b=c"}, base.find("a").value());
    }

    void searchCandidates()
    {
        CPPUNIT_ASSERT((candidates("sh", "/bin:/usr/bin") == Names{"/bin/sh", "/usr/bin/sh"}));
        CPPUNIT_ASSERT((candidates("sh", std::nullopt) == Names{"/fall/back/sh"}));
        CPPUNIT_ASSERT(candidates("sh", "").empty());
        CPPUNIT_ASSERT((candidates("sh", ":.:bin::/a:./b:") == Names{"/a/sh"}));
        CPPUNIT_ASSERT((candidates("sh", "/") == Names{"//sh"}));
        CPPUNIT_ASSERT((candidates("./sh", "/bin") == Names{"./sh"}));
        CPPUNIT_ASSERT((candidates("a/b", std::nullopt) == Names{"a/b"}));
        const std::string longest = "/" + std::string(4091, 'd');
        CPPUNIT_ASSERT((candidates("sh", longest + ":" + longest + "d:/b") == Names{longest + "/sh", "/b/sh"}));
        CPPUNIT_ASSERT_EQUAL(std::size_t{4095}, candidates("sh", longest).front().size());
        // However long PATH and name are: one candidate's room at a time.
        std::string folders;
        for (int i = 0; i < 20'000; ++i) folders += "/a:";
        Arena arena;
        const std::string name(3'900, 'n');
        const Candidates many = findCandidates(arena, name, folders, "");
        CPPUNIT_ASSERT_EQUAL(std::size_t{20'000}, many.count);
        for (const std::size_t number : {std::size_t{0}, many.count - 1})
        {
            CPPUNIT_ASSERT_EQUAL("/a/" + name, std::string{candidate(many, number)});
            CPPUNIT_ASSERT(candidate(many, number) == many.room);
        }
        CPPUNIT_ASSERT(candidate(many, many.count) == nullptr);
        CPPUNIT_ASSERT(systemPath().find("/bin") != std::string::npos);
    }

    void pathShapes()
    {
        const auto text = [](std::string_view path)
        {
            const PathShape shape = shapeOf(path);
            return std::to_string(shape.entries) + ' ' + std::to_string(shape.empty) + ' ' + std::to_string(shape.relative);
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"2 0 0"}, text("/bin:/usr/bin"));
        CPPUNIT_ASSERT_EQUAL(std::string{"1 1 0"}, text(""));
        CPPUNIT_ASSERT_EQUAL(std::string{"5 3 1"}, text(":.:/a::"));
    }

    void loginShells()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"-bash"}, LoginShell::of("/usr/bin/bash").argv0);
        CPPUNIT_ASSERT_EQUAL(std::string{"/usr/bin/bash"}, LoginShell::of("/usr/bin/bash").program);
        CPPUNIT_ASSERT_EQUAL(std::string{"-sh"}, LoginShell::of("sh").argv0);
        CPPUNIT_ASSERT_EQUAL(std::string{"-sh"}, LoginShell{}.argv0);
    }

    void nameSets()
    {
        Arena arena;
        std::vector<std::string> names;
        for (int i = 0; i < 512; ++i) names.push_back("N" + std::to_string(i * 7919));
        NameSet set{arena, names.size()};
        for (const std::string& name : names) CPPUNIT_ASSERT(set.insert(name));
        for (const std::string& name : names) CPPUNIT_ASSERT(set.contains(name) && !set.insert(name) && !set.contains(name + "x"));
        CPPUNIT_ASSERT(!NameSet{}.contains("N0"));
        CPPUNIT_ASSERT(!(NameSet{arena, 0}).contains(""));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(EnvironmentPartsTest);

} // namespace venomx::tests
