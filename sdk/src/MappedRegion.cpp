#include "MappedRegion.h"

#include <cerrno>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace venomx::detail
{
namespace
{

std::size_t pageSize()
{
    static const auto kSize = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return kSize;
}

std::size_t wholePages(std::size_t size) noexcept
{
    return (size + pageSize() - 1) / pageSize() * pageSize();
}

/// What no address space holds is refused before it is rounded.
std::size_t sizeForRegion(std::size_t size)
{
    if (size > std::size_t{1} << 46) throw std::bad_alloc{};
    return wholePages(size);
}

} // namespace

MappedRegion::MappedRegion(std::size_t size) : _size(sizeForRegion(size))
{
    void* at = ::mmap(nullptr, _size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) throw std::bad_alloc{};
    _data = static_cast<char*>(at);
    ::madvise(at, _size, MADV_DONTDUMP);
}

MappedRegion::~MappedRegion()
{
    if (_data == nullptr) return;
    const int kept = errno;
    ::munmap(_data, _size);
    errno = kept;
}

MappedRegion& MappedRegion::operator=(MappedRegion&& other) noexcept
{
    if (this == &other) return *this;
    const MappedRegion old{std::exchange(_data, std::exchange(other._data, nullptr)), std::exchange(_size, std::exchange(other._size, 0))};
    return *this;
}

char* MappedRegion::release()
{
    _size = 0;
    return std::exchange(_data, nullptr);
}

bool MappedRegion::lock() noexcept
{
    return ::mlock2(_data, _size, MLOCK_ONFAULT) == 0;
}

void MappedRegion::giveBack(std::size_t offset) noexcept
{
    const std::size_t from = wholePages(offset);
    if (from < _size) ::madvise(_data + from, _size - from, MADV_DONTNEED);
}

} // namespace venomx::detail
