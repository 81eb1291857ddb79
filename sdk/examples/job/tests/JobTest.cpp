// job.run on the bench, with processes that do what the test says.
#include <cppunit/extensions/HelperMacros.h>
#include <thread>
#include <venomx/sdk/testing.h>

#include "../src/JobPlugin.h"

using namespace venomx;
using namespace venomx::testing;

class JobTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(JobTest);
    CPPUNIT_TEST(tellsOutputAndStatus);
    CPPUNIT_TEST(theSpawnersRefusalsAreTheVerbs);
    CPPUNIT_TEST(aCancelEndsTheProcess);
    CPPUNIT_TEST(aCancelWhileItStarts);
    CPPUNIT_TEST(grantsAreChecked);
    CPPUNIT_TEST(keepsTheContract);
    CPPUNIT_TEST_SUITE_END();

    std::unique_ptr<FakeSpawner> _spawner;
    std::unique_ptr<Bench> _bench;

    static std::unique_ptr<Plugin> make() { return std::make_unique<job::JobPlugin>(); }
    std::string run() { return _bench->call("job.run", R"({"argv":["make","test"]})").str(); }

public:
    void setUp() override
    {
        _bench = std::make_unique<Bench>("job", make);
        _spawner = std::make_unique<FakeSpawner>(_bench->services.loop);
        _bench->services.offer<Spawner>(*_spawner);
        _bench->start();
    }
    void tearDown() override
    {
        _bench.reset();
        _spawner.reset();
    }

    void tellsOutputAndStatus()
    {
        _spawner->script = FakeSpawner::Script{.output = "3 tests\n", .code = 2};
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"status":{"code":2},"output":"3 tests\n"})"}, run());
        CPPUNIT_ASSERT_EQUAL(std::string{"make"}, _spawner->started().front());
        CPPUNIT_ASSERT(_spawner->running().empty());
        CPPUNIT_ASSERT(_bench->onLoop([this] { return _bench->principals.active().empty(); }));
    }

    void theSpawnersRefusalsAreTheVerbs()
    {
        _spawner->refuseRead = Refusal{"invalid_params.cwd", "cwd is wrong"}.with("reason", "relative");
        CPPUNIT_ASSERT_EQUAL(std::string{R"(refused invalid_params.cwd {"reason":"relative"})"}, run());
        _spawner->refuseRead.reset();
        _spawner->refuseStart = Refusal{"unavailable.spawn", "the program could not be started"}.with("reason", "not_found");
        CPPUNIT_ASSERT_EQUAL(std::string{R"(refused unavailable.spawn {"reason":"not_found"})"}, run());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, _bench->count("job.running"));
    }

    void aCancelEndsTheProcess()
    {
        const auto asked = _bench->ask("job.run", "{}");
        while (_spawner->running().empty()) std::this_thread::yield();
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1}, _bench->count("job.running"));
        asked->cancel();
        CPPUNIT_ASSERT_EQUAL(std::string{"refused unavailable.cancelled {}"}, asked->wait().str());
        while (!_spawner->running().empty()) std::this_thread::yield();
    }

    void aCancelWhileItStarts()
    {
        _spawner->hold = true;
        const auto asked = _bench->ask("job.run", "{}");
        asked->cancel();
        CPPUNIT_ASSERT_EQUAL(std::string{"refused unavailable.cancelled {}"}, asked->wait().str());
        CPPUNIT_ASSERT(_spawner->started().empty());
    }

    void grantsAreChecked()
    {
        _bench->principals.refuse = true;
        CPPUNIT_ASSERT_EQUAL(std::string{"refused denied.delegation {}"}, run());
        CPPUNIT_ASSERT(_spawner->started().empty());
    }

    void keepsTheContract()
    {
        const auto surround = [](Bench& bench)
        {
            const auto spawner = std::make_shared<FakeSpawner>(bench.services.loop);
            bench.services.offer<Spawner>(*spawner);
            return spawner;
        };
        CPPUNIT_ASSERT_EQUAL(std::string{}, brokenPromises({.name = "job", .make = make, .surround = surround}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(JobTest);
