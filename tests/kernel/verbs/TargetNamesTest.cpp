// What of a request may be told: ids, and nothing that only resembles one.
#include <cppunit/extensions/HelperMacros.h>
#include <limits>
#include <string>

#include "kernel/verbs/TargetNames.h"

namespace venomx::kernel::tests
{

class TargetNamesTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(TargetNamesTest);
    CPPUNIT_TEST(ids);
    CPPUNIT_TEST(texts);
    CPPUNIT_TEST(onlySoMany);
    CPPUNIT_TEST_SUITE_END();

    static std::string taken(std::string_view text)
    {
        TargetNames names;
        names.add(text);
        return names.size() == 0 ? "none" : std::string{names[0]};
    }

public:
    void ids()
    {
        TargetNames names;
        names.add(ResourceId{ResourceKind::session, 0});
        names.add(ResourceId{ResourceKind::window, 12});
        names.add(ResourceId{ResourceKind::pane, std::numeric_limits<std::uint64_t>::max()});
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, names.size());
        CPPUNIT_ASSERT_EQUAL(std::string_view{"s0"}, names[0]);
        CPPUNIT_ASSERT_EQUAL(std::string_view{"w12"}, names[1]);
        CPPUNIT_ASSERT_EQUAL(std::string_view{"p18446744073709551615"}, names[2]);
    }

    void texts()
    {
        for (const char* text : {"s0", "w1", "p22", "g3", "p007", "p18446744073709551615"})
            CPPUNIT_ASSERT_EQUAL(std::string{text}, taken(text));
        for (const char* text :
             {"", "s", "x1", "S1", "s1 ", " s1", "s-1", "s1x", "1", "owner", "build", "p184467440737095516150", "p\xD9\xA1", "s1\n"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(text, std::string{"none"}, taken(text));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, taken({"s1\0", 3}));
    }

    void onlySoMany()
    {
        TargetNames names;
        for (int i = 0; i < 9; ++i) names.add("p" + std::to_string(i));
        CPPUNIT_ASSERT_EQUAL(TargetNames::kMost, names.size());
        CPPUNIT_ASSERT_EQUAL(std::string_view{"p4"}, names[4]);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TargetNamesTest);

} // namespace venomx::kernel::tests
