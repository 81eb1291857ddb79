// The malloc family of the daemon's program: glibc's own, with every block zeroed before it is freed.
// Linked into the executable, it serves every library and plugin of the process, as the program's symbols come first. So no
// copy that some library made of a token or a path outlives its use; what handles secrets wipes them itself all the same,
// and each hides a slip of the other. Any thread. Left out under sanitizers, which bring a malloc of their own.
// A block is zeroed up to its usable size: whoever had it may have used what malloc_usable_size grants.

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define VENOMX_FOREIGN_MALLOC 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define VENOMX_FOREIGN_MALLOC 1
#endif
#endif

#if defined(__GLIBC__) || __has_include(<gnu/libc-version.h>)
#define VENOMX_GLIBC 1
#endif

#if defined(VENOMX_GLIBC) && !defined(VENOMX_FOREIGN_MALLOC)

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <string.h>
#include <unistd.h>

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming,cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory):
// this is where memory comes from: glibc's names, and the functions that owners stand on
extern "C"
{
    // glibc's own names for its functions, which stay reachable when a program defines the public ones.
    void* __libc_malloc(std::size_t size);
    void* __libc_calloc(std::size_t count, std::size_t size);
    void* __libc_memalign(std::size_t alignment, std::size_t size);
    void __libc_free(void* block);

} // extern "C"

namespace
{

/// Below this a block is not cut when it shrinks.
constexpr std::size_t kWorthCutting = 256;

bool isPowerOfTwo(std::size_t number)
{
    return number != 0 && (number & (number - 1)) == 0;
}

void* outOfMemory()
{
    errno = ENOMEM;
    return nullptr;
}

} // namespace

extern "C"
{
    void* malloc(std::size_t size)
    {
        return __libc_malloc(size);
    }

    void* calloc(std::size_t count, std::size_t size)
    {
        return __libc_calloc(count, size);
    }

    void free(void* block)
    {
        if (block == nullptr) return;
        ::explicit_bzero(block, ::malloc_usable_size(block));
        __libc_free(block);
    }

    // Never glibc's: that would move the bytes and free their old place as it is.
    void* realloc(void* block, std::size_t size)
    {
        if (block == nullptr) return __libc_malloc(size);
        if (size == 0)
        {
            free(block);
            return nullptr;
        }
        const std::size_t old = ::malloc_usable_size(block);
        if (size <= old && (old - size < kWorthCutting || size > old / 2))
        {
            ::explicit_bzero(static_cast<char*>(block) + size, old - size);
            return block;
        }
        void* const moved = __libc_malloc(size);
        if (moved == nullptr) return nullptr;
        std::memcpy(moved, block, std::min(size, old));
        free(block);
        return moved;
    }

    void* reallocarray(void* block, std::size_t count, std::size_t size)
    {
        std::size_t total = 0;
        if (__builtin_mul_overflow(count, size, &total)) return outOfMemory();
        return realloc(block, total);
    }

    void* memalign(std::size_t alignment, std::size_t size)
    {
        return __libc_memalign(alignment, size);
    }

    void* aligned_alloc(std::size_t alignment, std::size_t size)
    {
        if (!isPowerOfTwo(alignment))
        {
            errno = EINVAL;
            return nullptr;
        }
        return __libc_memalign(alignment, size);
    }

    int posix_memalign(void** block, std::size_t alignment, std::size_t size)
    {
        if (!isPowerOfTwo(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
        const int kept = errno;
        void* const made = __libc_memalign(alignment, size);
        errno = kept;
        if (made == nullptr) return ENOMEM;
        *block = made;
        return 0;
    }

    void* valloc(std::size_t size)
    {
        return __libc_memalign(static_cast<std::size_t>(::getpagesize()), size);
    }

    void* pvalloc(std::size_t size)
    {
        const auto page = static_cast<std::size_t>(::getpagesize());
        if (size > static_cast<std::size_t>(-1) - page) return outOfMemory();
        return __libc_memalign(page, (size + page - 1) / page * page);
    }

} // extern "C"
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming,cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)

#endif
