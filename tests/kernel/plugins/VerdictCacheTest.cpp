#include <cppunit/extensions/HelperMacros.h>
#include <fstream>
#include <iterator>
#include <sys/stat.h>

#include "kernel/plugins/VerdictCache.h"
#include "tests/support/TestFolder.h"

namespace venomx::kernel::tests
{
namespace
{

using Names = std::vector<std::string>;

} // namespace

class VerdictCacheTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(VerdictCacheTest);
    CPPUNIT_TEST(keepsWhatPassed);
    CPPUNIT_TEST(anotherFileOrBuilderDoesNotCount);
    CPPUNIT_TEST(aFileHasOneEntryABuilder);
    CPPUNIT_TEST(keepsTheNewest);
    CPPUNIT_TEST(isBlindToAnEmptyIdentity);
    CPPUNIT_TEST(survivesEveryCut);
    CPPUNIT_TEST_SUITE_END();

    TestFolder _folder;

    std::string place() const { return _folder.path("made/plugins"); }
    std::string file() const { return place() + "/verdicts.json"; }
    VerdictCache cache(const std::string& builder = "this") const { return {place(), builder}; }

    std::string content() const
    {
        std::ifstream stream(file(), std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

public:
    void keepsWhatPassed()
    {
        VerdictCache first = cache();
        CPPUNIT_ASSERT(first.find("/p/a.so", "1") == nullptr);
        first.add("/p/a.so", "1", {"a.run", "a.stop"});
        first.add("/p/\"odd\xFF.so", "2", {});
        first.save();
        const VerdictCache second = cache();
        CPPUNIT_ASSERT((*second.find("/p/a.so", "1") == Names{"a.run", "a.stop"}));
        struct stat status = {};
        CPPUNIT_ASSERT_EQUAL(0, stat(file().c_str(), &status));
        CPPUNIT_ASSERT_EQUAL(mode_t{0600}, status.st_mode & 07777U);
        CPPUNIT_ASSERT_EQUAL(0, stat(place().c_str(), &status));
        CPPUNIT_ASSERT_EQUAL(mode_t{0700}, status.st_mode & 07777U);
    }

    void anotherFileOrBuilderDoesNotCount()
    {
        VerdictCache ours = cache();
        ours.add("/p/a.so", "1", {"a.run"});
        ours.save();
        CPPUNIT_ASSERT(cache().find("/p/a.so", "2") == nullptr);
        CPPUNIT_ASSERT(cache().find("/p/b.so", "1") == nullptr);
        VerdictCache other = cache("other");
        CPPUNIT_ASSERT(other.find("/p/a.so", "1") == nullptr);
        other.add("/p/a.so", "1", {"a.other"});
        other.save();
        CPPUNIT_ASSERT((*cache().find("/p/a.so", "1") == Names{"a.run"}));
        CPPUNIT_ASSERT((*cache("other").find("/p/a.so", "1") == Names{"a.other"}));
    }

    void aFileHasOneEntryABuilder()
    {
        VerdictCache ours = cache();
        for (const char* identity : {"1", "2", "3"}) ours.add("/p/a.so", identity, {identity});
        CPPUNIT_ASSERT(ours.find("/p/a.so", "1") == nullptr && ours.find("/p/a.so", "2") == nullptr);
        CPPUNIT_ASSERT((*ours.find("/p/a.so", "3") == Names{"3"}));
    }

    void keepsTheNewest()
    {
        VerdictCache ours = cache();
        for (int i = 0; i < 200; ++i) ours.add("/p/" + std::to_string(i) + ".so", "1", {});
        ours.save();
        const VerdictCache again = cache();
        CPPUNIT_ASSERT(again.find("/p/71.so", "1") == nullptr);
        CPPUNIT_ASSERT(again.find("/p/72.so", "1") != nullptr);
        CPPUNIT_ASSERT(again.find("/p/199.so", "1") != nullptr);
    }

    void isBlindToAnEmptyIdentity()
    {
        VerdictCache ours = cache();
        ours.add("/p/a.so", "", {"a.run"});
        CPPUNIT_ASSERT(ours.find("/p/a.so", "") == nullptr);
        VerdictCache nowhere;
        nowhere.add("/p/a.so", "1", {"a.run"});
        nowhere.save();
        CPPUNIT_ASSERT((*nowhere.find("/p/a.so", "1") == Names{"a.run"}));
    }

    /// However much of the file is left, it is read as a whole or not at all.
    void survivesEveryCut()
    {
        VerdictCache ours = cache();
        ours.add("/p/a.so", "1", {"a.run"});
        ours.save();
        const std::string whole = content();
        CPPUNIT_ASSERT(whole.size() > 60);
        for (std::size_t size = 0; size < whole.size(); ++size)
        {
            std::ofstream(file(), std::ios::binary) << whole.substr(0, size);
            CPPUNIT_ASSERT(cache().find("/p/a.so", "1") == nullptr);
        }
        std::ofstream(file(), std::ios::binary) << whole;
        CPPUNIT_ASSERT(cache().find("/p/a.so", "1") != nullptr);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(VerdictCacheTest);

} // namespace venomx::kernel::tests
