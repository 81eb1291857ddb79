#include "Fixture.h"

#include "client/manifest/ManifestCache.h"

#include <cppunit/extensions/HelperMacros.h>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace venomx::client::test
{
namespace
{

std::string hashOf(char digit)
{
    return std::string(64, digit);
}

int modeOf(const std::string& path)
{
    struct stat status
    {
    };
    CPPUNIT_ASSERT_EQUAL(0, ::stat(path.c_str(), &status));
    return static_cast<int>(status.st_mode & 0777U);
}

std::size_t filesIn(const std::string& path)
{
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator{path}) ++count;
    return count;
}

void setAge(const std::string& path, time_t seconds)
{
    const timespec times[2]{{.tv_sec = seconds, .tv_nsec = 0}, {.tv_sec = seconds, .tv_nsec = 0}};
    CPPUNIT_ASSERT_EQUAL(0, ::utimensat(AT_FDCWD, path.c_str(), times, 0));
}

} // namespace

class ManifestCacheTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ManifestCacheTest);
    CPPUNIT_TEST(keepsWhatItStored);
    CPPUNIT_TEST(choosesItsFolder);
    CPPUNIT_TEST(aHashIsNoPath);
    CPPUNIT_TEST(readsNoFileThatOthersMayWrite);
    CPPUNIT_TEST(givesTheNewestAndKeepsFew);
    CPPUNIT_TEST(aUseMakesItTheNewest);
    CPPUNIT_TEST(failingIsHarmless);
    CPPUNIT_TEST_SUITE_END();

public:
    void keepsWhatItStored()
    {
        const TestFolder folder;
        const ManifestCache cache{folder.path("deep/venomx")};
        CPPUNIT_ASSERT(!cache.load(hashOf('a')) && !cache.newest());
        cache.store(hashOf('a'), "first");
        cache.store(hashOf('a'), "second");
        CPPUNIT_ASSERT_EQUAL(std::string{"second"}, cache.load(hashOf('a')).value());
        CPPUNIT_ASSERT(!cache.load(hashOf('b')));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, filesIn(folder.path("deep/venomx")));
        CPPUNIT_ASSERT_EQUAL(0700, modeOf(folder.path("deep")));
        CPPUNIT_ASSERT_EQUAL(0700, modeOf(folder.path("deep/venomx")));
        CPPUNIT_ASSERT_EQUAL(0600, modeOf(folder.path("deep/venomx/manifest-" + hashOf('a') + ".json")));
    }

    void choosesItsFolder()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"/c/venomx"}, ManifestCache::directoryFor("/c", "/h"));
        CPPUNIT_ASSERT_EQUAL(std::string{"/h/.cache/venomx"}, ManifestCache::directoryFor("", "/h"));
        CPPUNIT_ASSERT_EQUAL(std::string{"/h/.cache/venomx"}, ManifestCache::directoryFor("relative", "/h"));
        CPPUNIT_ASSERT_EQUAL(std::string{}, ManifestCache::directoryFor("", "relative"));
    }

    void aHashIsNoPath()
    {
        const TestFolder folder;
        const ManifestCache cache{folder.path("cache")};
        for (const std::string& hash : {std::string{}, std::string{"../x"}, hashOf('/'), hashOf('A'), hashOf('a') + "b"})
        {
            cache.store(hash, "x");
            CPPUNIT_ASSERT(!cache.load(hash));
        }
        CPPUNIT_ASSERT(!std::filesystem::exists(folder.path("cache")));
    }

    void readsNoFileThatOthersMayWrite()
    {
        const TestFolder folder;
        const ManifestCache cache{folder.path()};
        const std::string file = folder.path("manifest-" + hashOf('a') + ".json");
        cache.store(hashOf('a'), "x");
        CPPUNIT_ASSERT_EQUAL(0, ::chmod(file.c_str(), 0620));
        CPPUNIT_ASSERT(!cache.load(hashOf('a')) && !cache.newest());
        CPPUNIT_ASSERT_EQUAL(0, ::chmod(file.c_str(), 0600));
        CPPUNIT_ASSERT(cache.load(hashOf('a')));
        std::filesystem::rename(file, folder.path("elsewhere"));
        std::filesystem::create_symlink(folder.path("elsewhere"), file);
        CPPUNIT_ASSERT(!cache.load(hashOf('a')));
    }

    void givesTheNewestAndKeepsFew()
    {
        const TestFolder folder;
        const ManifestCache cache{folder.path()};
        folder.write("other.txt", "not ours");
        for (char digit = '0'; digit <= '9'; ++digit)
        {
            cache.store(hashOf(digit), std::string(1, digit));
            setAge(folder.path("manifest-" + hashOf(digit) + ".json"), 1'000'000 + digit);
        }
        cache.store(hashOf('f'), "f");
        CPPUNIT_ASSERT_EQUAL(std::string{"f"}, cache.newest().value());
        CPPUNIT_ASSERT(!cache.load(hashOf('2')));
        CPPUNIT_ASSERT(cache.load(hashOf('3')).has_value());
        CPPUNIT_ASSERT_EQUAL(std::size_t{9}, filesIn(folder.path()));
    }

    void aUseMakesItTheNewest()
    {
        const TestFolder folder;
        const ManifestCache cache{folder.path("venomx")};
        time_t age = 1000;
        for (const char digit : {'a', 'b', 'c'})
        {
            cache.store(hashOf(digit), std::string{digit});
            setAge(folder.path("venomx/manifest-" + hashOf(digit) + ".json"), age++);
        }
        CPPUNIT_ASSERT_EQUAL(std::string{"c"}, cache.newest().value());
        CPPUNIT_ASSERT_EQUAL(std::string{"a"}, cache.load(hashOf('a')).value());
        CPPUNIT_ASSERT_EQUAL(std::string{"a"}, cache.newest().value());
    }

    void failingIsHarmless()
    {
        const ManifestCache nowhere{""};
        nowhere.store(hashOf('a'), "x");
        CPPUNIT_ASSERT(!nowhere.load(hashOf('a')) && !nowhere.newest());
        const TestFolder folder;
        folder.write("file", "");
        const ManifestCache below{folder.path("file/venomx")};
        below.store(hashOf('a'), "x");
        CPPUNIT_ASSERT(!below.load(hashOf('a')));
        // What stands in the file's place stays, and no draft beside it.
        folder.write("full/manifest-" + hashOf('a') + ".json/x", "");
        const ManifestCache full{folder.path("full")};
        full.store(hashOf('a'), "x");
        CPPUNIT_ASSERT(!full.load(hashOf('a')));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, filesIn(folder.path("full")));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ManifestCacheTest);

} // namespace venomx::client::test
