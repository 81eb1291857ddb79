// What is wrong with a request, in the order in which it is said.
#include "SpawnRoom.h"

#include <cppunit/extensions/HelperMacros.h>

namespace venomx::tests
{
namespace
{

struct Row
{
    std::string params;
    std::string says;
};

std::string env(const std::string& name, const std::string& value)
{
    return R"({"argv":["x"],"env":[{"name":)" + jsonText(name) + R"(,"value":)" + jsonText(value) + "}]}";
}

std::string refusedEnv(const std::string& param, const std::string& reason)
{
    return R"(invalid_params.env {"param":")" + param + R"(","reason":")" + reason + "\"}";
}

std::string entries(int count, const std::string& value)
{
    std::string all;
    for (int i = 0; i < count; ++i)
        all += (i == 0 ? "" : ",") + (R"({"name":"N)" + std::to_string(i) + R"(","value":)" + jsonText(value) + "}");
    return all;
}

std::string names(int count)
{
    std::string all;
    for (int i = 0; i < count; ++i) all += (i == 0 ? "\"" : ",\"") + ("U" + std::to_string(i)) + '"';
    return all;
}

/// `count` entries whose names and values, with 2 for each, add up to `total`.
std::string totalling(std::size_t total)
{
    std::string all;
    std::size_t index = 0;
    while (total > 0)
    {
        const std::string name = "T" + std::to_string(index++);
        const std::size_t overhead = name.size() + 2;
        std::size_t size = std::min<std::size_t>(total - overhead, 65536);
        if (total - overhead - size != 0 && total - overhead - size < 8) size -= 8;
        all += (all.empty() ? "" : ",") + (R"({"name":")" + name + R"(","value":")" + std::string(size, 'v') + "\"}");
        total -= overhead + size;
    }
    return all;
}

const std::string kSecret(43, 'A');

} // namespace

class RequestTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(RequestTest);
    CPPUNIT_TEST(argumentsAndProgram);
    CPPUNIT_TEST(directory);
    CPPUNIT_TEST(environment);
    CPPUNIT_TEST(limits);
    CPPUNIT_TEST(credentials);
    CPPUNIT_TEST(firstFaultDecides);
    CPPUNIT_TEST(shownName);
    CPPUNIT_TEST(countersMoveByOne);
    CPPUNIT_TEST(noFileSystem);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { _room.emplace(); }
    void tearDown() override { _room.reset(); }

    void check(const std::vector<Row>& rows)
    {
        for (const Row& row : rows) CPPUNIT_ASSERT_EQUAL_MESSAGE(row.params.substr(0, 200), row.says, _room->check(row.params));
    }

    void argumentsAndProgram()
    {
        const auto refused = [](const std::string& param, const std::string& reason)
        { return R"(invalid_params.argv {"param":")" + param + R"(","reason":")" + reason + "\"}"; };
        check({
            {R"({})", "fine"},
            {R"({"argv":["sh"]})", "fine"},
            {R"({"argv":["sh",""]})", "fine"},
            {R"({"argv":["-sh"],"program":"/bin/sh"})", "fine"},
            {R"({"argv":[]})", refused("argv", "empty")},
            {R"({"argv":[""]})", refused("argv", "empty")},
            {R"({"argv":["","x"]})", refused("argv", "empty")},
            {R"({"argv":["a\u0000b"]})", refused("argv", "nul")},
            {R"({"argv":["a","b\u0000"]})", refused("argv", "nul")},
            {R"({"program":"/bin/sh"})", refused("argv", "empty")},
            {R"({"program":""})", refused("argv", "empty")},
            {R"({"argv":[],"program":"/bin/sh"})", refused("argv", "empty")},
            {R"({"argv":["\u0000"],"program":""})", refused("argv", "nul")},
            {R"({"argv":["x"],"program":""})", refused("program", "empty")},
            {R"({"argv":["x"],"program":"a\u0000"})", refused("program", "nul")},
        });
    }

    void directory()
    {
        const auto refused = [](const std::string& reason) { return R"(invalid_params.cwd {"param":"cwd","reason":")" + reason + "\"}"; };
        check({
            {R"({"cwd":"/"})", "fine"},
            {R"({"cwd":"/)" + std::string(4094, 'd') + "\"}", "fine"},
            {R"({"cwd":""})", refused("relative")},
            {R"({"cwd":"."})", refused("relative")},
            {R"({"cwd":"\u0000/"})", refused("relative")},
            {R"({"cwd":")" + std::string(4096, 'd') + "\"}", refused("relative")},
            {R"({"cwd":"/)" + std::string(4095, 'd') + "\"}", refused("size")},
            {R"({"cwd":"/)" + std::string(4095, 'd') + "\\u0000\"}", refused("size")},
            {R"({"cwd":"/a\u0000b"})", refused("nul")},
        });
    }

    void environment()
    {
        const auto unset = [](const std::string& json) { return R"({"argv":["x"],"env_unset":[)" + json + "]}"; };
        check({
            {R"({"argv":["x"],"env":[],"env_unset":[]})", "fine"},
            {env("A", ""), "fine"},
            {env("_a9", "line\nbreak\x01"), "fine"},
            {env(std::string(255, 'N'), "v"), "fine"},
            {env("", "v"), refusedEnv("env.0.name", "syntax")},
            {env("1X", "v"), refusedEnv("env.0.name", "syntax")},
            {env("A-B", "v"), refusedEnv("env.0.name", "syntax")},
            {env("A=B", "v"), refusedEnv("env.0.name", "syntax")},
            {env("\xc3\xa4", "v"), refusedEnv("env.0.name", "syntax")},
            {env(std::string(256, 'N'), "v"), refusedEnv("env.0.name", "syntax")},
            {R"({"env":[{"name":"A\u0000","value":"v"}]})", refusedEnv("env.0.name", "nul")},
            {R"({"env":[{"name":"A","value":"v\u0000"}]})", refusedEnv("env.0.value", "nul")},
            {env("VENOMX_TOKEN", "v"), refusedEnv("env.0.name", "reserved")},
            {env("VENOMX_", "v"), refusedEnv("env.0.name", "reserved")},
            {env("venomx_token", "v"), "fine"},
            {env("VENOMX", "v"), "fine"},
            {R"({"env":[{"name":"A","value":"1"},{"name":"a","value":"1"}]})", "fine"},
            {R"({"env":[{"name":"A","value":"1"},{"name":"A","value":"1"}]})", refusedEnv("env.1.name", "duplicate")},
            {R"({"env":[{"name":"A","value":"1"}],"env_unset":["B","A"]})", refusedEnv("env_unset.1", "duplicate")},
            {unset(R"("A","A")"), refusedEnv("env_unset.1", "duplicate")},
            {unset(R"("A\u0000")"), refusedEnv("env_unset.0", "nul")},
            {unset(R"("")"), refusedEnv("env_unset.0", "syntax")},
            {unset(R"("A","VENOMX_SOCKET")"), refusedEnv("env_unset.1", "reserved")},
        });
    }

    void limits()
    {
        check({
            {R"({"env":[)" + entries(256, "v") + R"(],"env_unset":[)" + names(256) + "]}", "fine"},
            {R"({"env":[)" + entries(257, "v") + "]}", refusedEnv("env", "count")},
            {R"({"env_unset":[)" + names(257) + "]}", refusedEnv("env_unset", "count")},
            {R"({"env":[{"name":"1","value":""}],"env_unset":[)" + names(257) + "]}", refusedEnv("env_unset", "count")},
            {env("A", std::string(65536, 'v')), "fine"},
            {env("A", std::string(65537, 'v')), refusedEnv("env.0.value", "size")},
            {R"({"env":[)" + totalling(262144) + "]}", "fine"},
            {R"({"env":[)" + totalling(262145) + "]}", refusedEnv("env", "size")},
            {R"({"env":[)" + totalling(262145) + R"(],"env_unset":["1"]})", refusedEnv("env_unset.0", "syntax")},
        });
    }

    void credentials()
    {
        const auto owner = refusedEnv("env.0.value", "owner_credential");
        const auto credential = refusedEnv("env.0.value", "credential");
        check({
            {env("VENOM_TOKEN", "@owner"), owner},
            {env("X_TOKEN", "@owner"), owner},
            {env("NOTE", "@owner"), "fine"},
            {env("X_TOKEN", "@owner "), "fine"},
            {env("VENOM_TOKEN", "vnt1.venom.owner." + kSecret), owner},
            {env("NOTE", "prefix vnt1.venom-mem.owner." + kSecret), owner},
            {env("NOTE", "vnt1.venomx.owner." + kSecret), owner},
            {env("OTHER", "vnt1.venomx.g3." + kSecret), credential},
            {env("OTHER", "vnt1.venomx.unknown." + kSecret + " and more"), credential},
            {env("VENOM_TOKEN", "vnt1.venom.g7." + kSecret), "fine"},
            {env("VENOM_MEM_TOKEN", "vnt1.venom-mem.g7." + kSecret), "fine"},
            {env("VENOM_MEM_TOKEN", "vnt1.venom.g7." + kSecret), credential},
            {env("VENOM_TOKEN", "vnt1.venom.g7." + kSecret + " trailing"), credential},
            {env("VENOM_TOKEN", " vnt1.venom.g7." + kSecret), credential},
            {env("VENOM_TOKEN", "vnt1.venom.g7." + kSecret + "A"), credential},
            {env("venom_TOKEN", "vnt1.venom.g7." + kSecret), credential},
            {env("VENOM_TOKEN", "vnt1.venom.g0." + kSecret), "fine"},
            {env("NOTE", "vnt1.venom.g7." + std::string(42, 'A')), "fine"},
            {env("VENOM_PRINCIPAL", "g7"), "fine"},
            {env("GITHUB_TOKEN", "canary"), "fine"},
            // A shape that begins inside another one's secret.
            {env("VENOM_TOKEN", "vnt1.venom.g7." + std::string(39, 'A') + "vnt1.venom.owner." + kSecret), owner},
            {env("VENOM_TOKEN", "vnt1.venom.g7." + std::string(39, 'A') + "vnt1.venomx.g1." + kSecret), credential},
        });
    }

    void firstFaultDecides()
    {
        check({
            {R"({"argv":[],"cwd":".","env":[{"name":"1","value":""}]})", R"(invalid_params.argv {"param":"argv","reason":"empty"})"},
            {R"({"argv":["x"],"program":"","cwd":"."})", R"(invalid_params.argv {"param":"program","reason":"empty"})"},
            {R"({"argv":["x"],"cwd":".","env":[{"name":"1","value":""}]})", R"(invalid_params.cwd {"param":"cwd","reason":"relative"})"},
            {R"({"env":[{"name":"A","value":"@owner"},{"name":"B_TOKEN","value":"@owner"},{"name":"1","value":""}]})",
             refusedEnv("env.1.value", "owner_credential")},
            {R"({"env":[{"name":"1\u0000","value":"\u0000"}]})", refusedEnv("env.0.name", "nul")},
            {R"({"env":[{"name":"1","value":"\u0000"}]})", refusedEnv("env.0.value", "nul")},
            {R"({"env":[{"name":"VENOMX_A","value":"1"},{"name":"1","value":"1"}]})", refusedEnv("env.0.name", "reserved")},
        });
    }

    void shownName()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"tool"}, _room->argv0(R"({"argv":["/opt/secret/tool","arg"]})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"-sh"}, _room->argv0(R"({"argv":["-sh"],"program":"/bin/dash"})"));
        CPPUNIT_ASSERT_EQUAL(std::string{}, _room->argv0(R"({"argv":["secret/"]})"));
        CPPUNIT_ASSERT_EQUAL(std::string(255, 'n'), _room->argv0(R"({"argv":["d/)" + std::string(300, 'n') + "\"]}"));
        CPPUNIT_ASSERT_EQUAL(std::string(254, 'n'), _room->argv0(R"({"argv":[")" + std::string(254, 'n') + "\xc3\xa4\"]}"));
    }

    void countersMoveByOne()
    {
        static_cast<void>(_room->check(env("1", "v")));
        CPPUNIT_ASSERT_EQUAL(std::string{"invalid_params.env{syntax}=1"}, _room->health.moved());
        static_cast<void>(_room->check(R"({"cwd":"."})"));
        CPPUNIT_ASSERT_EQUAL(std::string{"invalid_params.env{syntax}=1 invalid_params.cwd{relative}=1"}, _room->health.moved());
        static_cast<void>(_room->check(env("A_TOKEN", "@owner")));
        static_cast<void>(_room->check(R"({"argv":[]})"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"invalid_params.env{syntax}=1 invalid_params.env{owner_credential}=1 invalid_params.cwd{relative}=1"},
            _room->health.moved());
    }

    void noFileSystem()
    {
        static_cast<void>(_room->check(R"({"cwd":"/nowhere","env":[{"name":"1","value":""}]})"));
        static_cast<void>(_room->check(R"({"cwd":"/nowhere"})"));
        for (int step = 0; step < kSteps; ++step) CPPUNIT_ASSERT_EQUAL(0, _room->outside->taken(static_cast<Step>(step)));
    }

private:
    // Made for each test alone: every room reaps the orphans of the whole process.
    std::optional<SpawnRoom> _room;
};

CPPUNIT_TEST_SUITE_REGISTRATION(RequestTest);

} // namespace venomx::tests
