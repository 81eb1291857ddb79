#include <cppunit/extensions/HelperMacros.h>
#include <set>
#include <string>

#include "kernel/authority/Tokens.h"

namespace venomx::tests
{

using namespace venomx::kernel;

class TokensTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(TokensTest);
    CPPUNIT_TEST(haveTheForm);
    CPPUNIT_TEST(areAllDifferent);
    CPPUNIT_TEST(formIsReadStrictly);
    CPPUNIT_TEST(digestIsSha256OfTheText);
    CPPUNIT_TEST(digestsCompare);
    CPPUNIT_TEST_SUITE_END();

    void haveTheForm()
    {
        const Secret token = makeToken(PrincipalId::generated(17));
        const std::string text{token.expose()};
        CPPUNIT_ASSERT_EQUAL(std::string{"vnt1.venomx.g17."}, text.substr(0, 16));
        CPPUNIT_ASSERT_EQUAL(std::size_t{16 + 43}, text.size());
        CPPUNIT_ASSERT(claimedPrincipal(text) == PrincipalId::generated(17));
        CPPUNIT_ASSERT(claimedPrincipal(makeToken(PrincipalId::owner()).expose()) == PrincipalId::owner());
    }

    void areAllDifferent()
    {
        std::set<std::string> seen;
        std::set<char> letters;
        for (int i = 0; i < 1000; ++i)
        {
            const Secret token = makeToken(PrincipalId::owner());
            const std::string secret{token.expose().substr(token.expose().size() - 43)};
            letters.insert(secret.begin(), secret.end());
            CPPUNIT_ASSERT(seen.insert(secret).second);
            // 32 bytes leave two bits of the last letter unused.
            CPPUNIT_ASSERT(std::string_view{"AEIMQUYcgkosw048"}.find(secret.back()) != std::string_view::npos);
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t{64}, letters.size());
    }

    void formIsReadStrictly()
    {
        const std::string secret(43, 'A');
        const std::string wrong[] = {"",
                                     "@owner",
                                     "vnt1.venomx.owner.",
                                     "vnt1.venomx.owner." + secret + "A",
                                     "vnt1.venomx.owner." + secret.substr(1),
                                     "vnt1.venomx.owner." + secret.substr(1) + "=",
                                     "vnt1.venomx.owner." + secret + "\n",
                                     " vnt1.venomx.owner." + secret,
                                     "vnt2.venomx.owner." + secret,
                                     "vnt1.venom.owner." + secret,
                                     "vnt1.venomx.g0." + secret,
                                     "vnt1.venomx.g01." + secret,
                                     "vnt1.venomx.g-1." + secret,
                                     "vnt1.venomx.." + secret,
                                     "vnt1.venomx." + secret,
                                     "vnt1.venomx.Owner." + secret};
        for (const std::string& text : wrong) CPPUNIT_ASSERT_MESSAGE(text, !claimedPrincipal(text));
        CPPUNIT_ASSERT(claimedPrincipal("vnt1.venomx.owner." + secret) == PrincipalId::owner());
    }

    void digestIsSha256OfTheText()
    {
        const TokenDigest abc = digestOf("abc");
        const unsigned char start[] = {0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea};
        for (std::size_t i = 0; i < sizeof start; ++i) CPPUNIT_ASSERT_EQUAL(int{start[i]}, int{abc[i]});
    }

    void digestsCompare()
    {
        CPPUNIT_ASSERT(sameDigest(digestOf("x"), digestOf("x")));
        for (std::size_t byte = 0; byte < 32; ++byte)
        {
            TokenDigest other = digestOf("x");
            other[byte] = static_cast<unsigned char>(other[byte] ^ 1);
            CPPUNIT_ASSERT(!sameDigest(digestOf("x"), other));
        }
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(TokensTest);

} // namespace venomx::tests
