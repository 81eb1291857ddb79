#include <cppunit/extensions/HelperMacros.h>
#include <venomx/sdk/ids.h>

namespace venomx::test
{

class IdsTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(IdsTest);
    CPPUNIT_TEST(resourcesAreWrittenAndReadAlike);
    CPPUNIT_TEST(onlyTheWrittenFormIsRead);
    CPPUNIT_TEST(strongIdsTakeTheirOwnKindOnly);
    CPPUNIT_TEST(principals);
    CPPUNIT_TEST(onlyTheWrittenFormOfAPrincipalIsRead);
    CPPUNIT_TEST_SUITE_END();

    void resourcesAreWrittenAndReadAlike()
    {
        for (const std::string text : {"s0", "w0", "p0", "p1", "w10", "s18446744073709551615"})
        {
            const auto id = ResourceId::parse(text);
            CPPUNIT_ASSERT(id.has_value());
            CPPUNIT_ASSERT_EQUAL(text, id->str());
        }
        CPPUNIT_ASSERT((ResourceId{ResourceKind::pane, 12} == *ResourceId::parse("p12")));
        CPPUNIT_ASSERT_EQUAL(std::string{"w3"}, WindowId{3}.str());
    }

    void onlyTheWrittenFormIsRead()
    {
        for (const std::string_view text : {"", "s", "p01", "p00", "p+1", "p-1", "p 1", "p1 ", " p1", "P1", "x1", "1", "p1a", "p1.0", "pp1",
                                            "p0x1", "p18446744073709551616", "p99999999999999999999999"})
            CPPUNIT_ASSERT_MESSAGE(std::string{text}, !ResourceId::parse(text));
        CPPUNIT_ASSERT(!ResourceId::parse(std::string_view{"p1\0", 3}));
    }

    void strongIdsTakeTheirOwnKindOnly()
    {
        CPPUNIT_ASSERT(PaneId::from(ResourceId::parse("p7")) == PaneId{7});
        CPPUNIT_ASSERT(!PaneId::from(ResourceId::parse("w7")));
        CPPUNIT_ASSERT(!PaneId::from(ResourceId::parse("nothing")));
        CPPUNIT_ASSERT(PaneId{1} < PaneId{2});
    }

    void principals()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"owner"}, PrincipalId::owner().str());
        CPPUNIT_ASSERT_EQUAL(std::string{"unknown"}, PrincipalId{}.str());
        CPPUNIT_ASSERT_EQUAL(std::string{"unknown"}, PrincipalId::nobody().str());
        CPPUNIT_ASSERT(PrincipalId::nobody() != PrincipalId::unknown());
        CPPUNIT_ASSERT_EQUAL(std::string{"g1"}, PrincipalId::generated(1).str());
        for (const std::string text : {"owner", "unknown", "g1", "g42", "g18446744073709551613"})
            CPPUNIT_ASSERT_EQUAL(text, PrincipalId::parse(text).value().str());
    }

    void onlyTheWrittenFormOfAPrincipalIsRead()
    {
        // The last numbers are how the owner and nobody are held; they must not be reachable as generated ones.
        for (const std::string_view text :
             {"", "g", "g0", "g01", "g-1", "G1", "Owner", "owner ", "g1 ", "unknown1", "g18446744073709551614", "g18446744073709551615"})
            CPPUNIT_ASSERT_MESSAGE(std::string{text}, !PrincipalId::parse(text));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(IdsTest);

} // namespace venomx::test
