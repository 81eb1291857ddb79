// Times, signals, states and names as text.
#include <cppunit/extensions/HelperMacros.h>
#include <csignal>
#include <venomx/sdk/health.h>
#include <venomx/sdk/service.h>
#include <venomx/sdk/services/clock.h>
#include <venomx/sdk/services/panes.h>

using namespace venomx;

class WordsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(WordsTest);
    CPPUNIT_TEST(times);
    CPPUNIT_TEST(signals);
    CPPUNIT_TEST(statuses);
    CPPUNIT_TEST(words);
    CPPUNIT_TEST(services);
    CPPUNIT_TEST_SUITE_END();

    static std::string at(std::int64_t milliseconds)
    {
        return rfc3339(std::chrono::system_clock::time_point{std::chrono::milliseconds{milliseconds}});
    }

public:
    void times()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"1970-01-01T00:00:00.000Z"}, at(0));
        CPPUNIT_ASSERT_EQUAL(std::string{"2026-11-30T14:05:11.042Z"}, at(1'796'047'511'042));
        CPPUNIT_ASSERT_EQUAL(std::string{"1969-12-31T23:59:59.999Z"}, at(-1));
        CPPUNIT_ASSERT_EQUAL(std::string{"2024-02-29T23:59:59.001Z"}, at(1'709'251'199'001));
    }

    void signals()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"SIGTERM"}, signalName(SIGTERM));
        CPPUNIT_ASSERT_EQUAL(std::string{"SIGKILL"}, signalName(SIGKILL));
        CPPUNIT_ASSERT_EQUAL(std::string{"SIGRTMIN"}, signalName(SIGRTMIN));
        CPPUNIT_ASSERT_EQUAL(std::string{"SIGRTMIN+3"}, signalName(SIGRTMIN + 3));
        CPPUNIT_ASSERT_EQUAL(std::string{"SIGRTMIN+30"}, signalName(64));
        CPPUNIT_ASSERT_EQUAL(std::string{"SIGRTMIN-2"}, signalName(32)); // the C library's own
    }

    void statuses()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"code":0})"}, toJson(PaneStatus{}));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"code":127})"}, toJson(PaneStatus{.code = 127}));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"signal":"SIGSEGV","core":true})"}, toJson(PaneStatus{.signal = SIGSEGV, .core = true}));
    }

    void words()
    {
        CPPUNIT_ASSERT_EQUAL(std::string_view{"destroy"}, toText(Effect::destroy));
        CPPUNIT_ASSERT_EQUAL(std::string_view{"json"}, toText(Type::Kind::json));
        CPPUNIT_ASSERT_EQUAL(std::string_view{"object"}, toText(Type::Kind::object));
        CPPUNIT_ASSERT_EQUAL(std::string_view{"warn"}, toText(HealthStatus::warn));
        CPPUNIT_ASSERT_EQUAL(std::string_view{"fail"}, toText(HealthStatus::fail));
    }

    void services()
    {
        class Empty final : public Services
        {
            [[nodiscard]] Service* lookUp(const ServiceName&) const override { return nullptr; }
        };
        const Empty empty;
        CPPUNIT_ASSERT_EQUAL(std::string{"panes/1"}, Panes::kService.str());
        CPPUNIT_ASSERT(empty.find<Panes>() == nullptr);
        try
        {
            static_cast<void>(empty.require<Panes>());
            CPPUNIT_FAIL("nobody provides it");
        }
        catch (const MissingService& missing)
        {
            CPPUNIT_ASSERT_EQUAL(std::string{"panes/1"}, missing.name());
            CPPUNIT_ASSERT_EQUAL(std::string{"no service panes/1"}, std::string{missing.what()});
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WordsTest);
