#include "../MemoryScan.h"

#include <cerrno>
#include <cppunit/extensions/HelperMacros.h>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <malloc.h>
#include <string>
#include <thread>
#include <vector>
#include <venomx/sdk/secret.h>

extern "C" void __libc_free(void* block);

namespace venomx::test
{
namespace
{

constexpr std::size_t kSizes[]{24, 100, 1000, 5000, 70'000, 300'000};

/// Sizes and counts that the compiler cannot see through, so that it warns of nothing and removes nothing.
std::size_t opaque(std::size_t number)
{
    volatile std::size_t hidden = number;
    return hidden;
}

void* opaque(void* block)
{
    void* volatile hidden = block;
    return hidden;
}

} // namespace

class ZeroingMallocTest : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(ZeroingMallocTest);
    CPPUNIT_TEST(scanSeesWhatIsThereAndWhatGlibcLeaves);
    CPPUNIT_TEST(freeLeavesNothing);
    CPPUNIT_TEST(reallocLeavesNothingAndKeepsContents);
    CPPUNIT_TEST(everyWayToAllocateServes);
    CPPUNIT_TEST(impossibleSizesFail);
    CPPUNIT_TEST(newAndStringsLeaveNothing);
    CPPUNIT_TEST(otherThreadsLeaveNothing);
    CPPUNIT_TEST(loadedLibraryLeavesNothing);
    CPPUNIT_TEST_SUITE_END();

    MemoryScan scan;

    void* filled(void* block, std::size_t size)
    {
        CPPUNIT_ASSERT(block != nullptr);
        scan.fill({static_cast<char*>(block), size});
        return block;
    }

    void scanSeesWhatIsThereAndWhatGlibcLeaves()
    {
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
        void* block = filled(std::malloc(opaque(1000)), 1000);
        CPPUNIT_ASSERT(scan.hits() >= 41);
        // Without zeroing nearly all of a freed block stays: the scan looks into freed memory too.
        void* const freed = opaque(block);
        __libc_free(freed);
        CPPUNIT_ASSERT(scan.hits() >= 40);
        // The next block of that size is the same one, and this time it goes as it should.
        block = opaque(std::malloc(opaque(1000)));
        std::free(block);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
    }

    void freeLeavesNothing()
    {
        std::vector<void*> blocks;
        for (const std::size_t size : kSizes)
            for (int i = 0; i < 20; ++i) blocks.push_back(filled(std::malloc(opaque(size)), size));
        CPPUNIT_ASSERT(scan.hits() > 100);
        for (void* block : blocks) std::free(block);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
        std::free(nullptr);
    }

    void reallocLeavesNothingAndKeepsContents()
    {
        for (const std::size_t size : kSizes)
        {
            auto* block = static_cast<char*>(filled(std::malloc(opaque(size)), size));
            const std::string before{block, 24};
            for (const std::size_t next : {size + 8, size * 7, size, size / 2 + 12, std::size_t{24}})
            {
                block = static_cast<char*>(std::realloc(block, opaque(next)));
                CPPUNIT_ASSERT_EQUAL(before, std::string(block, 24));
            }
            // What is left is the block and `before`; nothing behind the 24 bytes.
            CPPUNIT_ASSERT_EQUAL(std::string(::malloc_usable_size(block) - 24, '\0'),
                                 std::string(block + 24, ::malloc_usable_size(block) - 24));
            std::free(block);
        }
        wipeStack();
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
        void* fresh = std::realloc(nullptr, opaque(10));
        CPPUNIT_ASSERT(fresh != nullptr);
        CPPUNIT_ASSERT(std::realloc(fresh, opaque(std::size_t{0})) == nullptr);
    }

    void everyWayToAllocateServes()
    {
        for (const std::size_t size : kSizes)
        {
            std::vector<void*> blocks{std::malloc(opaque(size)), ::memalign(64, opaque(size)), ::aligned_alloc(256, opaque(size)),
                                      ::valloc(opaque(size)),    ::pvalloc(opaque(size)),      ::reallocarray(nullptr, 2, opaque(size))};
            void* aligned = nullptr;
            CPPUNIT_ASSERT_EQUAL(0, ::posix_memalign(&aligned, 4096, opaque(size)));
            blocks.push_back(aligned);
            auto* zeroed = static_cast<char*>(std::calloc(2, opaque(size)));
            CPPUNIT_ASSERT_EQUAL(std::string(2 * size, '\0'), std::string(zeroed, 2 * size));
            blocks.push_back(zeroed);
            constexpr std::uintptr_t kAlignments[]{16, 64, 256, 4096, 4096, 16, 4096, 16};
            for (std::size_t i = 0; i < blocks.size(); ++i)
            {
                CPPUNIT_ASSERT_EQUAL(std::uintptr_t{0}, reinterpret_cast<std::uintptr_t>(blocks[i]) % kAlignments[i]);
                std::free(filled(blocks[i], size));
            }
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
        void* whole = ::pvalloc(opaque(1));
        CPPUNIT_ASSERT(::malloc_usable_size(whole) >= 4096);
        std::free(whole);
    }

    void impossibleSizesFail()
    {
        const std::size_t all = opaque(static_cast<std::size_t>(-1));
        errno = 0;
        CPPUNIT_ASSERT(std::malloc(all) == nullptr && errno == ENOMEM);
        errno = 0;
        CPPUNIT_ASSERT(std::calloc(all, 2) == nullptr && errno == ENOMEM);
        errno = 0;
        CPPUNIT_ASSERT(::pvalloc(all) == nullptr && errno == ENOMEM);
        auto* block = static_cast<char*>(std::malloc(opaque(100)));
        block[0] = 'k';
        errno = 0;
        CPPUNIT_ASSERT(::reallocarray(opaque(block), all, 2) == nullptr && errno == ENOMEM);
        CPPUNIT_ASSERT(std::realloc(opaque(block), all) == nullptr && errno == ENOMEM);
        CPPUNIT_ASSERT_EQUAL('k', block[0]);
        std::free(block);
        void* aligned = nullptr;
        CPPUNIT_ASSERT_EQUAL(EINVAL, ::posix_memalign(&aligned, opaque(24), 100));
        CPPUNIT_ASSERT_EQUAL(EINVAL, ::posix_memalign(&aligned, opaque(4), 100));
        errno = 0;
        CPPUNIT_ASSERT_EQUAL(ENOMEM, ::posix_memalign(&aligned, 64, all));
        CPPUNIT_ASSERT_EQUAL(0, errno);
        CPPUNIT_ASSERT(::aligned_alloc(opaque(24), 100) == nullptr && errno == EINVAL);
    }

    void newAndStringsLeaveNothing()
    {
        {
            std::vector<std::string> texts;
            std::string text(96, ' ');
            scan.fill(text);
            for (int i = 0; i < 100; ++i) texts.push_back(text + text.substr(static_cast<std::size_t>(i) % 20));
            CPPUNIT_ASSERT(scan.hits() > 100);
        }
        wipeStack();
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
    }

    void otherThreadsLeaveNothing()
    {
        void* block = nullptr;
        std::thread maker{[&] { block = filled(std::malloc(opaque(500)), 500); }};
        maker.join();
        std::thread{[&] { std::free(block); }}.join();
        std::thread{[&] { std::free(filled(std::malloc(opaque(500)), 500)); }}.join();
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
    }

    void loadedLibraryLeavesNothing()
    {
        void* library = ::dlopen(VENOMX_GUEST, RTLD_NOW | RTLD_LOCAL);
        CPPUNIT_ASSERT(library != nullptr);
        auto* handles = reinterpret_cast<void (*)(const char*, std::size_t)>(::dlsym(library, "guestHandles"));
        CPPUNIT_ASSERT(handles != nullptr);
        for (const std::size_t size : kSizes)
        {
            Secret secret = Secret::ofSize(size);
            scan.fill(secret.writable());
            handles(secret.expose().data(), size);
        }
        wipeStack();
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, scan.hits());
        ::dlclose(library);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ZeroingMallocTest);

} // namespace venomx::test
