// Many starts at once: none waits for another's end, none gets another's terminal, status or directory, and nothing is left.
#include "SpawnRoom.h"

#include <cppunit/extensions/HelperMacros.h>
#include <set>
#include <thread>

namespace venomx::tests
{

class CrowdTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(CrowdTest);
    CPPUNIT_TEST(sixteenTimesThreeHundred);
    CPPUNIT_TEST(failuresAmongSuccesses);
    CPPUNIT_TEST_SUITE_END();

public:
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
    static constexpr int kEach = 40;
#else
    static constexpr int kEach = 300;
#endif
    static constexpr int kCrowd = 16;

    /// `each` launches in a row on each of the crowd's threads; `expected` says how the launch of that thread and turn ends.
    void crowd(SpawnRoom& room, const std::function<std::string(int, int)>& params, const std::function<std::string(int, int)>& expected)
    {
        std::array<std::string, kCrowd> wrong;
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < kCrowd; ++thread)
            threads.emplace_back(
                [&, thread]
                {
                    for (int turn = 0; turn < kEach && wrong.at(static_cast<std::size_t>(thread)).empty(); ++turn)
                    {
                        TestLaunch launch = room.launch(params(thread, turn));
                        const std::string end = launch.wait();
                        if (end + launch.output() != expected(thread, turn))
                            wrong.at(static_cast<std::size_t>(thread)) = end + launch.output();
                    }
                });
        threads.clear();
        for (const std::string& text : wrong) CPPUNIT_ASSERT_EQUAL(std::string{}, text);
    }

    void sixteenTimesThreeHundred()
    {
        const int descriptors = openDescriptors();
        {
            SpawnRoom room;
            crowd(
                room,
                [](int thread, int turn)
                {
                    const std::string words = std::to_string(thread) + "-" + std::to_string(turn);
                    return R"({"argv":["echo",")" + words + "\"]" + (turn % 2 == 0 ? R"(,"cwd":"/tmp"})" : "}");
                },
                [](int thread, int turn) { return "exit 0" + std::to_string(thread) + "-" + std::to_string(turn) + "\r\n"; });
            CPPUNIT_ASSERT_EQUAL("spawn.started=" + std::to_string(kCrowd * kEach), room.health.moved());
            CPPUNIT_ASSERT(room.services.loop.escaped().empty());
            CPPUNIT_ASSERT(children().empty());
        }
        CPPUNIT_ASSERT_EQUAL(descriptors, openDescriptors());
    }

    void failuresAmongSuccesses()
    {
        SpawnRoom room;
        crowd(
            room, [](int thread, int) { return thread % 2 == 0 ? R"({"argv":["true"]})" : R"({"argv":["no-such-program"],"cwd":"/"})"; },
            [](int thread, int) { return thread % 2 == 0 ? "exit 0" : R"(unavailable.spawn {"reason":"not_found"})"; });
        const std::string half = std::to_string(kCrowd * kEach / 2);
        CPPUNIT_ASSERT_EQUAL("unavailable.spawn{not_found}=" + half + " spawn.started=" + half + " spawn.rolled_back=" + half,
                             room.health.moved());
        CPPUNIT_ASSERT(children().empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CrowdTest);

} // namespace venomx::tests
