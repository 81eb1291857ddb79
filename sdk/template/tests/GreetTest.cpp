// my_plugin.greet on the bench: the daemon's own gate, without a daemon.
#include <cppunit/extensions/HelperMacros.h>
#include <venomx/sdk/testing.h>

#include "../src/MyPlugin.h"

using namespace venomx;
using namespace venomx::testing;

class GreetTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(GreetTest);
    CPPUNIT_TEST(greets);
    CPPUNIT_TEST(refusesAnEmptyName);
    CPPUNIT_TEST(theWordIsASetting);
    CPPUNIT_TEST(aGreetingIsTold);
    CPPUNIT_TEST(keepsTheContract);
    CPPUNIT_TEST_SUITE_END();

    Bench _bench{"my-plugin", [] { return std::make_unique<my_plugin::MyPlugin>(); }};

    std::string greet(const char* params) { return _bench.call("my_plugin.greet", params).str(); }

public:
    void greets()
    {
        _bench.start();
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"greeting":"hello, world"})"}, greet(R"({"name":"world"})"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"greeting":"hello, world!"})"}, greet(R"({"name":"world","loud":true})"));
    }

    void refusesAnEmptyName()
    {
        _bench.start();
        CPPUNIT_ASSERT_EQUAL(std::string{R"(refused invalid_params.name {"param":"name"})"}, greet(R"({"name":""})"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(refused invalid_params.schema {"param":"name","reason":"missing"})"}, greet("{}"));
    }

    void theWordIsASetting()
    {
        _bench.set("my-plugin.word", "welcome");
        _bench.start();
        CPPUNIT_ASSERT_EQUAL(std::string{R"(ok {"greeting":"welcome, all"})"}, greet(R"({"name":"all"})"));
    }

    void aGreetingIsTold()
    {
        _bench.start();
        greet(R"({"name":"world"})");
        CPPUNIT_ASSERT_EQUAL(std::string{R"(my_plugin.greeted {"loud":false})"}, _bench.events.all().front());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1}, _bench.count("my_plugin.greeted"));
    }

    void keepsTheContract()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{},
                             brokenPromises({.name = "my-plugin", .make = [] { return std::make_unique<my_plugin::MyPlugin>(); }}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(GreetTest);
