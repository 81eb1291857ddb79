// What doctor sees of this plugin.
#include "Checks.h"
#include "SpawnRoom.h"

#include <cppunit/extensions/HelperMacros.h>
#include <unistd.h>

namespace venomx::tests
{
namespace
{

using namespace venomx::spawn;

std::string text(const CheckResult& result)
{
    return std::string{toText(result.status)} + ' ' + result.detail;
}

std::string path(std::vector<std::string> environment)
{
    return text(checkPath(BaseEnvironment{environment}));
}

} // namespace

class ChecksTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ChecksTest);
    CPPUNIT_TEST(paths);
    CPPUNIT_TEST(bases);
    CPPUNIT_TEST(directories);
    CPPUNIT_TEST(terminals);
    CPPUNIT_TEST(allAreRegistered);
    CPPUNIT_TEST_SUITE_END();

public:
    void paths()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"present":true,"entries":2,"empty":0,"relative":0})"}, path({"PATH=/bin:/usr/bin"}));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(warn {"present":false,"entries":0,"empty":0,"relative":0})"}, path({"HOME=/"}));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(warn {"present":true,"entries":1,"empty":1,"relative":0})"}, path({"PATH="}));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(warn {"present":true,"entries":3,"empty":1,"relative":1})"}, path({"PATH=/bin::here"}));
    }

    void bases()
    {
        const std::vector<std::string> environment{"A=1", "A=2", "X_TOKEN=1", "X_PRINCIPAL=1", "VENOMX_A=1", "broken", "LISTEN_FDS=1"};
        CPPUNIT_ASSERT_EQUAL(std::string{R"(info {"stripped":{"token_name":1,"principal_name":1,"venomx_name":1,"token_value":0},)"
                                         R"("dropped":{"duplicate":1,"malformed":1,"service_manager":1},"kept":1})"},
                             text(checkBase(BaseEnvironment{environment})));
    }

    void directories()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"exists":true})"}, text(checkDirectory()));
        const std::string said = isolated(
            []
            {
                const TempFolder folder;
                const std::string gone = folder.folder("gone");
                if (::chdir(gone.c_str()) != 0 || ::rmdir(gone.c_str()) != 0) return std::string{"no folder"};
                return text(checkDirectory());
            });
        CPPUNIT_ASSERT_EQUAL(std::string{R"(warn {"exists":false})"}, said);
    }

    void terminals()
    {
        const auto status = [](const PtyUse& use) { return std::string{toText(checkPty(use).status)}; };
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"terminals":1,"terminals_max":4096,"descriptors":20,"descriptors_max":1024})"},
                             text(checkPty({1, 4096, 20, 1024})));
        CPPUNIT_ASSERT_EQUAL(std::string{"ok"}, status({90, 100, 900, 1000}));
        CPPUNIT_ASSERT_EQUAL(std::string{"warn"}, status({91, 100, 0, 1000}));
        CPPUNIT_ASSERT_EQUAL(std::string{"warn"}, status({0, 100, 901, 1000}));
        CPPUNIT_ASSERT_EQUAL(std::string{"fail"}, status({100, 100, 0, 1000}));
        CPPUNIT_ASSERT_EQUAL(std::string{"fail"}, status({0, 100, 1001, 1000}));
        const PtyUse now = PtyUse::now();
        CPPUNIT_ASSERT_EQUAL(static_cast<std::uint64_t>(openDescriptors()), now.descriptors + 1);
        CPPUNIT_ASSERT(now.mostTerminals > 0 && now.mostDescriptors > now.descriptors);
    }

    void allAreRegistered()
    {
        SpawnRoom room{{"PATH=/bin:", "X_TOKEN=1"}};
        CPPUNIT_ASSERT((room.health.checkNames() == std::vector<std::string>{"spawn.path", "spawn.base_env", "spawn.cwd", "spawn.pty"}));
        for (const char* state : {"spawn.path", "spawn.base_env"}) CPPUNIT_ASSERT(room.health.placeOf(state) == CheckOn::loop);
        for (const char* files : {"spawn.cwd", "spawn.pty"}) CPPUNIT_ASSERT(room.health.placeOf(files) == CheckOn::worker);
        CPPUNIT_ASSERT_EQUAL(std::string{"warn"}, std::string{toText(room.health.run("spawn.path").status)});
        CPPUNIT_ASSERT(room.health.run("spawn.base_env").detail.starts_with(R"({"stripped":{"token_name":1,)"));
        for (const char* counter : {"not_found.cwd", "spawn.started", "spawn.rolled_back"})
            CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, room.health.count(counter));
        for (const char* reason : {"not_found", "permission", "exec_format", "too_large", "resource", "other"})
            CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, room.health.count("unavailable.spawn", reason));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ChecksTest);

} // namespace venomx::tests
