#include "DuplicateKeys.h"

#include <cppunit/extensions/HelperMacros.h>
#include <deque>
#include <string>
#include <unordered_set>
#include <vector>

namespace venomx::test
{

class DuplicateKeysTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(DuplicateKeysTest);
    CPPUNIT_TEST(findsEveryPairAtEverySize);
    CPPUNIT_TEST(tellsNearlyEqualKeysApart);
    CPPUNIT_TEST(leavesTheArenaAsItWas);
    CPPUNIT_TEST(hashesAreKeyed);
    CPPUNIT_TEST_SUITE_END();

    detail::DuplicateKeys duplicates;
    Arena arena;

    void findsEveryPairAtEverySize()
    {
        for (std::size_t size = 0; size <= 40; ++size)
        {
            std::deque<std::string> names;
            std::vector<Member> members;
            for (std::size_t i = 0; i < size; ++i) members.push_back({names.emplace_back("name" + std::to_string(i)), {}});
            CPPUNIT_ASSERT(!duplicates.in(members, arena));
            for (std::size_t i = 0; i < size; ++i)
                for (std::size_t j = 0; j < i; ++j)
                {
                    std::vector<Member> doubled = members;
                    const std::string again{doubled[j].name};
                    doubled[i].name = again;
                    CPPUNIT_ASSERT(duplicates.in(doubled, arena));
                }
        }
    }

    void tellsNearlyEqualKeysApart()
    {
        std::deque<std::string> names;
        std::vector<Member> members;
        for (std::size_t length = 0; length < 300; ++length)
        {
            members.push_back({names.emplace_back(length, 'a'), {}});
            if (length != 0) members.push_back({names.emplace_back(std::string(length - 1, 'a') + 'b'), {}});
        }
        CPPUNIT_ASSERT(!duplicates.in(members, arena));
        members.push_back({"aaaaaaaab", {}});
        CPPUNIT_ASSERT(duplicates.in(members, arena));
    }

    void leavesTheArenaAsItWas()
    {
        std::deque<std::string> names;
        std::vector<Member> members;
        for (int i = 0; i < 50'000; ++i) members.push_back({names.emplace_back(std::to_string(i)), {}});
        const std::size_t before = arena.used();
        CPPUNIT_ASSERT(!duplicates.in(members, arena));
        CPPUNIT_ASSERT_EQUAL(before, arena.used());
    }

    void hashesAreKeyed()
    {
        const detail::DuplicateKeys other;
        std::unordered_set<std::uint64_t> seen;
        for (std::size_t length = 0; length < 64; ++length)
        {
            const std::string text(length, '\0');
            CPPUNIT_ASSERT_EQUAL(duplicates.hash(text), duplicates.hash(text));
            seen.insert(duplicates.hash(text));
            seen.insert(other.hash(text));
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t{128}, seen.size());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DuplicateKeysTest);

} // namespace venomx::test
