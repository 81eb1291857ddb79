// Who starts after whom, and who not at all.
#include <cppunit/extensions/HelperMacros.h>

#include "kernel/plugins/Order.h"

namespace venomx::kernel::tests
{
namespace
{

std::string ordered(std::vector<Node> nodes, const std::set<std::string>& given = {}, const std::map<std::string, std::string>& absent = {})
{
    const StartOrder order = startOrder(std::move(nodes), given, absent);
    std::string text;
    for (const std::string& name : order.names) text += name + ' ';
    for (const auto& [name, why] : order.refused) text += "\n" + name + " " + std::string{why.reason.view()} + ": " + why.sentence;
    return text;
}

} // namespace

class OrderTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(OrderTest);
    CPPUNIT_TEST(needsComeFirstThenNames);
    CPPUNIT_TEST(missingNeedsSpread);
    CPPUNIT_TEST(cyclesAreNamed);
    CPPUNIT_TEST(duplicatesGoByName);
    CPPUNIT_TEST_SUITE_END();

public:
    void needsComeFirstThenNames()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{}, ordered({}));
        CPPUNIT_ASSERT_EQUAL(std::string{"doctor spawn pane window "}, ordered({{"window", {"layout/1"}, {"panes/1"}},
                                                                                {"spawn", {"spawner/1"}, {"loop/1"}},
                                                                                {"pane", {"panes/1"}, {"spawner/1", "loop/1"}},
                                                                                {"doctor", {}, {}}},
                                                                               {"loop/1"}));
    }

    void missingNeedsSpread()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string{"doctor "
                        "\npane missing_need: plugin pane needs spawner/1, which only plugin spawn provides, and that is not loaded"
                        "\nwindow missing_need: plugin window needs panes/1, which only plugin pane provides, and that is refused"},
            ordered({{"window", {}, {"panes/1"}}, {"pane", {"panes/1"}, {"spawner/1"}}, {"doctor", {}, {}}}, {}, {{"spawner/1", "spawn"}}));
        CPPUNIT_ASSERT_EQUAL(std::string{"\na missing_need: plugin a needs x/2, which no plugin provides"},
                             ordered({{"a", {}, {"x/2"}}}, {"x/1"}));
    }

    void cyclesAreNamed()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string{"free "
                        "\na cycle: plugins need each other: a needs b needs c needs a"
                        "\nafter missing_need: plugin after needs c/1, which only plugin c provides, and that is refused"
                        "\nb cycle: plugins need each other: a needs b needs c needs a"
                        "\nc cycle: plugins need each other: a needs b needs c needs a"},
            ordered({{"a", {"a/1"}, {"b/1"}}, {"b", {"b/1"}, {"c/1"}}, {"c", {"c/1"}, {"a/1"}}, {"after", {}, {"c/1"}}, {"free", {}, {}}}));
        CPPUNIT_ASSERT_EQUAL(std::string{"\nself cycle: plugins need each other: self needs self"}, ordered({{"self", {"s/1"}, {"s/1"}}}));
    }

    void duplicatesGoByName()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string{"a user "
                        "\nb duplicate_service: plugin b provides x/1, which plugin a provides already"
                        "\nk duplicate_service: plugin k provides loop/1, which the kernel provides already"},
            ordered({{"b", {"y/1", "x/1"}, {}}, {"a", {"x/1"}, {}}, {"k", {"loop/1"}, {}}, {"user", {}, {"x/1"}}}, {"loop/1"}));
        // What a refused plugin alone provides is missing.
        CPPUNIT_ASSERT_EQUAL(std::string{"a "
                                         "\nb duplicate_service: plugin b provides x/1, which plugin a provides already"
                                         "\nuser missing_need: plugin user needs y/1, which only plugin b provides, and that is refused"},
                             ordered({{"b", {"y/1", "x/1"}, {}}, {"a", {"x/1"}, {}}, {"user", {}, {"y/1"}}}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OrderTest);

} // namespace venomx::kernel::tests
