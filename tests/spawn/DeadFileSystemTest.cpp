// A file system that does not answer, for real: the child that is stuck in it cannot be killed, and its request is answered all
// the same.
#include "DeadFileSystem.h"
#include "SpawnRoom.h"

#include <cppunit/extensions/HelperMacros.h>
#include <iostream>
#include <system_error>

namespace venomx::tests
{
namespace
{

using namespace std::chrono_literals;

constexpr const char* kCwdOther = R"(unavailable.cwd {"reason":"other"})";

std::string in(const std::string& directory)
{
    return R"({"argv":["true"],"cwd":)" + jsonText(directory) + R"(,"env":[{"name":"A","value":"v"}]})";
}

} // namespace

class DeadFileSystemTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(DeadFileSystemTest);
    CPPUNIT_TEST(resolvingTimesOut);
    CPPUNIT_TEST(enteringTimesOut);
    CPPUNIT_TEST(enteringIsCancelled);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        _folder.emplace();
        try
        {
            _dead.emplace(_folder->folder("dead"));
        }
        catch (const std::system_error& failure)
        {
            std::cerr << " (left out, no file system can be mounted here: " << failure.what() << ")";
            return;
        }
        _room.emplace(SpawnRoom::Setup{.settings = {{"spawn.timeout_ms", "200"}}});
    }
    void tearDown() override
    {
        if (_dead) _dead->abandon();
        if (_room) CPPUNIT_ASSERT(eventually([&] { return _room->services.workers.busy() == 0; }));
        _room.reset();
        _dead.reset();
        _folder.reset();
        CPPUNIT_ASSERT(children().empty());
    }

    void expectOthersGoOn()
    {
        TestLaunch plain = _room->launch(R"({"argv":["true"]})");
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, plain.wait());
        TestLaunch elsewhere = _room->launch(in("/"));
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, elsewhere.wait());
    }

    void resolvingTimesOut()
    {
        if (!_room) return;
        TestLaunch stuck = _room->launch(in(_folder->path("dead/inside")));
        CPPUNIT_ASSERT(eventually([&] { return _dead->waiting() == 1; }));
        expectOthersGoOn();
        CPPUNIT_ASSERT_EQUAL(std::string{kCwdOther}, stuck.outcome());
        CPPUNIT_ASSERT_EQUAL(std::string{"unavailable.cwd{other}=1 spawn.started=2"}, _room->health.moved());
    }

    void enteringTimesOut()
    {
        if (!_room) return;
        TestLaunch stuck = _room->launch(in(_folder->path("dead")));
        CPPUNIT_ASSERT(eventually([&] { return _dead->waiting() == 1; }));
        expectOthersGoOn();
        CPPUNIT_ASSERT_EQUAL(std::string{kCwdOther}, stuck.outcome());
        // The child is still there, and so is its worker; both go when the file system does.
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, children().size());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, _room->services.workers.busy());
        CPPUNIT_ASSERT_EQUAL(std::string{"unavailable.cwd{other}=1 spawn.started=2 spawn.rolled_back=1"}, _room->health.moved());
        expectOthersGoOn();
    }

    void enteringIsCancelled()
    {
        if (!_room) return;
        TestLaunch stuck = _room->launch(in(_folder->path("dead")));
        CPPUNIT_ASSERT(eventually([&] { return _dead->waiting() == 1; }));
        stuck.cancel();
        CPPUNIT_ASSERT_EQUAL(std::string{"unavailable.cancelled {}"}, stuck.outcome());
        CPPUNIT_ASSERT_EQUAL(std::string{"spawn.rolled_back=1"}, _room->health.moved());
    }

private:
    std::optional<TempFolder> _folder;
    std::optional<DeadFileSystem> _dead;
    std::optional<SpawnRoom> _room;
};

CPPUNIT_TEST_SUITE_REGISTRATION(DeadFileSystemTest);

} // namespace venomx::tests
