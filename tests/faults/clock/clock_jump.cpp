// A clock that jumps, for one process and what it starts: preloaded, it adds to the time of day what the file named FAULT_CLOCK says, eight
// bytes of seconds, which whoever maps that file may change at any moment. Time that only goes on (CLOCK_MONOTONIC) is left alone, as by a
// clock that somebody sets.
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

namespace
{

const std::int64_t* openOffset()
{
    static const std::int64_t kNone = 0;
    const char* path = std::getenv("FAULT_CLOCK");
    if (path == nullptr) return &kNone;
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return &kNone;
    void* at = ::mmap(nullptr, sizeof(std::int64_t), PROT_READ, MAP_SHARED, file, 0);
    ::close(file);
    return at == MAP_FAILED ? &kNone : static_cast<const std::int64_t*>(at);
}

std::int64_t offset()
{
    static const std::int64_t* const place = openOffset();
    return __atomic_load_n(place, __ATOMIC_RELAXED);
}

} // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept
{
    using Real = int (*)(clockid_t, timespec*);
    static const auto real = reinterpret_cast<Real>(::dlsym(RTLD_NEXT, "clock_gettime"));
    const int result = real(clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += offset();
    return result;
}

extern "C" int gettimeofday(timeval* time, void*) noexcept
{
    timespec now{};
    const int result = clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return result;
}

extern "C" time_t time(time_t* into) noexcept
{
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    if (into != nullptr) *into = now.tv_sec;
    return now.tv_sec;
}
