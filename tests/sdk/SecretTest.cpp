#include <cppunit/extensions/HelperMacros.h>
#include <cstring>
#include <string>
#include <utility>
#include <venomx/sdk/secret.h>

namespace venomx::test
{

class SecretTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(SecretTest);
    CPPUNIT_TEST(wipeZeroesExactly);
    CPPUNIT_TEST(holdsWhatItWasGiven);
    CPPUNIT_TEST(movingEmptiesTheSource);
    CPPUNIT_TEST(comparesWholeBytes);
    CPPUNIT_TEST(isFilledInPlace);
    CPPUNIT_TEST_SUITE_END();

    void wipeZeroesExactly()
    {
        std::string bytes(64, 'x');
        wipe(bytes.data() + 8, 40);
        CPPUNIT_ASSERT_EQUAL(std::string(8, 'x') + std::string(40, '\0') + std::string(16, 'x'), bytes);
        wipe(nullptr, 0);
    }

    void holdsWhatItWasGiven()
    {
        const Secret secret{std::string_view{"a\0b", 3}};
        CPPUNIT_ASSERT_EQUAL(std::string("a\0b", 3), std::string{secret.expose()});
        CPPUNIT_ASSERT(!secret.empty());
        CPPUNIT_ASSERT(Secret{}.empty());
        CPPUNIT_ASSERT(Secret{std::string_view{}}.empty());
    }

    void movingEmptiesTheSource()
    {
        Secret first{"token"};
        Secret second{std::move(first)};
        CPPUNIT_ASSERT(first.empty());
        CPPUNIT_ASSERT(first.expose().empty());
        Secret third{"old"};
        third = std::move(second);
        CPPUNIT_ASSERT(second.empty());
        CPPUNIT_ASSERT(third.equals("token"));
        Secret& same = third;
        third = std::move(same);
        CPPUNIT_ASSERT(third.equals("token"));
        third.clear();
        CPPUNIT_ASSERT(third.empty());
        CPPUNIT_ASSERT(third.equals(""));
    }

    void comparesWholeBytes()
    {
        const std::string bytes(43, 'k');
        const Secret secret{bytes};
        CPPUNIT_ASSERT(secret.equals(bytes));
        for (std::size_t i = 0; i < bytes.size(); ++i)
            for (const int bit : {0, 7})
            {
                std::string other = bytes;
                other[i] = static_cast<char>(other[i] ^ (1 << bit));
                CPPUNIT_ASSERT(!secret.equals(other));
            }
        CPPUNIT_ASSERT(!secret.equals(bytes.substr(1)));
        CPPUNIT_ASSERT(!secret.equals(bytes + "k"));
        CPPUNIT_ASSERT(!secret.equals(""));
    }

    void isFilledInPlace()
    {
        Secret secret = Secret::ofSize(4);
        CPPUNIT_ASSERT_EQUAL(std::string(4, '\0'), std::string{secret.expose()});
        std::memcpy(secret.writable().data(), "abcd", 4);
        CPPUNIT_ASSERT(secret.equals("abcd"));
        CPPUNIT_ASSERT(Secret::ofSize(0).empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SecretTest);

} // namespace venomx::test
