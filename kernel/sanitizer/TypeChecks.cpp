// UBSan's check of an object's type, put off while the process has no descriptors left: UBSan reads an object of a type that it has
// not seen yet through a pipe, and takes a pipe that it cannot make for an invalid object. In programs built with
// VENOMX_SANITIZE=address alone, the daemon's and the tests', for all that they load. Any thread.
#include <cstdint>
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

namespace
{

using Check = void (*)(void* what, std::uintptr_t object, std::uintptr_t hash);

bool pipesCanBeMade()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    ::close(ends[0]);
    ::close(ends[1]);
    return true;
}

} // namespace

// What compiled code calls for a type that is not in UBSan's table. Unless UBSan's own is called, the table stays as it is, and
// the next use of the object asks again. NOLINTNEXTLINE(*-reserved-identifier)
extern "C" void __ubsan_handle_dynamic_type_cache_miss_abort(void* what, std::uintptr_t object, std::uintptr_t hash)
{
    static const auto kOwn = reinterpret_cast<Check>(::dlsym(RTLD_NEXT, "__ubsan_handle_dynamic_type_cache_miss_abort"));
    if (pipesCanBeMade()) kOwn(what, object, hash);
}
